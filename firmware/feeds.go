package firmware

import (
	"errors"
	"strings"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/apps/kit"
)

// feeds is the part of the health that tells of the servers which apps ask. Nobody but
// their owners can mend them.
type feeds struct{ kit.Feeds }

func (f *feeds) health() []api.Component {
	failing := f.Failing()
	if len(failing) == 0 {
		return []api.Component{condition("feeds", nil, api.Degraded)}
	}
	return []api.Component{condition("feeds", errors.New(strings.Join(failing, "; ")), api.Degraded)}
}
