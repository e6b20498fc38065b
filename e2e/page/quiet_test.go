// SPDX-License-Identifier: Apache-2.0

package page

import (
	"fmt"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// quietHours are those of GET /live/quiet.
type quietHours struct {
	Enabled, Active bool
	Start, End      string
	Volume          int
}

// quiet asks for them.
func quiet(r *rig.Device) (q quietHours) {
	r.Call("GET", "/live/quiet", "", &q)
	return q
}

// TestPageQuietHours: they are switched on, moved and made louder on the page, and
// what others set is shown.
func TestPageQuietHours(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 844)
	p.Open("Look")
	p.Press("Quiet hours")
	hours := p.Within("Quiet hours*")
	shown := func(from, to, volume string) {
		t.Helper()
		hours.Field("From").Holds(from)
		hours.Field("To").Holds(to)
		hours.Field("Not louder than").Holds(volume)
	}
	shown("22:00", "07:00", "20") // proposed
	for _, row := range []struct {
		what string
		act  func()
		want quietHours
	}{
		{"on", func() { hours.Tick("Enabled", true) }, quietHours{Start: "22:00:00", End: "07:00:00", Volume: 20}},
		{"from", func() { hours.Set("From", "21:30") }, quietHours{Start: "21:30:00", End: "07:00:00", Volume: 20}},
		{"to", func() { hours.Set("To", "06:15") }, quietHours{Start: "21:30:00", End: "06:15:00", Volume: 20}},
		{"volume", func() { hours.Set("Not louder than", "8") }, quietHours{Start: "21:30:00", End: "06:15:00", Volume: 8}},
	} {
		row.act()
		row.want.Enabled = true
		eventually.True(t, "the quiet hours are changed: "+row.what, func() bool {
			q := quiet(r)
			q.Active = false // hangs on the time of day
			return q == row.want
		})
	}
	hours.Bring()
	p.Shoot("quiet.png")
	from, to := time.Now().Add(-6*time.Hour).Format("15:04"), time.Now().Add(6*time.Hour).Format("15:04")
	r.Call("PUT", "/live/quiet", fmt.Sprintf(`{"start":%q,"end":%q,"volume":30}`, from, to), nil)
	shown(from, to, "30")
	hours.Sees("on now")
}

// TestPageViewsOnAPhone: no view of the device is wider than a small phone.
func TestPageViewsOnAPhone(t *testing.T) {
	p := browser.NewPage(t, 390, 844, browser.Dark)
	p.SignIn(rig.Launch(t, nil))
	p.Open("Device")
	views(p)
	for _, width := range []int{390, 320} {
		p.Resize(width, 844)
		p.Looks("the views of the device")
	}
	p.Shoot("views-phone.png")
}

// views opens all views of the device, and waits until each has something to show.
func views(p *browser.Page) {
	details := p.Within("Settings and diagnostics")
	for title, content := range map[string]string{
		"Brightness and light": "p", "Clients": "td", "Network and name": "dd", "Status": "figure", "Diagnostics": "li",
		"Log": "li", "Keys": "form",
	} {
		details.Press(title)
		details.Within(title).CSS(content).Shows()
	}
}
