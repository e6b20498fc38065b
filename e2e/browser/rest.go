// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"context"
	"fmt"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
)

// rest are stops that the tour leaves out: the steps of the welcome, what Look folds, the code
// that signs a telephone in, and the form of each app.
func rest(t *testing.T, r *rig.Device) (all []stop) {
	t.Helper()
	step := func(title string) Step {
		return Until(`document.getElementById('welcome').checkVisibility() && document.getElementById('welcome-title').textContent.startsWith('` + title + `')`)
	}
	all = append(all,
		stop{"welcome-name", []Step{Click("#welcome-open"), step("Name and place")}, nil},
		stop{"welcome-panel", []Step{Click("#welcome-skip"), step("Which panel")}, nil},
		stop{"welcome-face", []Step{Click("#welcome-skip"), step("How should"), Until(`document.querySelectorAll('.picks img[src]').length > 3`)}, nil},
		stop{"welcome-wake", []Step{Click("#welcome-skip"), step("When do you")}, nil},
		stop{"welcome-end", []Step{Click("#welcome-skip"), step("All set")}, []Step{Click("#welcome-close")}},
		stop{"folds", []Step{Place("look"), JS(`for (const d of document.querySelectorAll('#settings details')) d.open = true`), Until(`document.getElementById('saver-preview').naturalWidth > 0`)}, nil},
		dialog("code", "#code-open", `document.querySelector('#code svg path') !== null`),
	)
	var apps []Listed
	r.Call("GET", "/live/apps", "", &apps)
	for i, w := range apps {
		form := dialog("app", fmt.Sprintf("#apps li:nth-child(%d) .thumb", i+1), `document.getElementById('app-fields').childElementCount > 0`)
		form.name = w.Package
		all = append(all, form)
	}
	return all
}

// Rest opens the page and calls at for each stop that [Tour] leaves out, with its name, the
// login first.
func Rest(t *testing.T, ctx context.Context, r *rig.Device, width int64, at func(name string)) {
	t.Helper()
	visit(t, ctx, r, width, rest(t, r), at)
}
