package firmware

import "github.com/ledpost/ledpost/api"

// health collects the health of the owners. Something that the configuration
// asks for and that does not work has failed; something that is used only if
// present is absent.
type health []reporter

// A reporter is an owner that reports the health of what it owns. The API calls
// it, on any goroutine.
type reporter interface{ health() []api.Component }

// components returns the reports of all owners in their order.
func (h health) components() (all []api.Component) {
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

// condition returns the health of the component name: broken if there is an
// error.
func condition(name string, err error, broken api.Status) api.Component {
	if err == nil {
		return api.Component{Name: name, Status: api.OK}
	}
	return api.Component{Name: name, Status: broken, Detail: err.Error()}
}
