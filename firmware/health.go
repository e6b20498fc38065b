package firmware

import "github.com/ledpost/ledpost/api"

// health is what works, asked of the owners. What was asked for in the
// configuration and does not work has failed; what is only taken where it is
// there is absent.
type health []reporter

// A reporter is an owner that says how what it owns is. The API calls it, on any
// goroutine.
type reporter interface{ health() []api.Component }

// parts returns what all owners say, in their order.
func (h health) parts() (all []api.Component) {
	for _, owner := range h {
		all = append(all, owner.health()...)
	}
	return all
}

func failedIf(chosen bool) api.Status {
	if chosen {
		return api.Failed
	}
	return api.Absent
}

// condition is the health of what is called name, which has the status broken
// while it has an error.
func condition(name string, err error, broken api.Status) api.Component {
	if err == nil {
		return api.Component{Name: name, Status: api.OK}
	}
	return api.Component{Name: name, Status: broken, Detail: err.Error()}
}
