// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"net/http"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// TestPageNamesTheDevice: name and time zone are changed on the page and kept, what
// else is in the configuration stays, neither needs another start, and what the
// administrator's file sets cannot be changed.
func TestPageNamesTheDevice(t *testing.T) {
	p, r := restarting(t, 1100, 900)
	place := view(p, "Network and name")
	starts := func() int { return strings.Count(r.Log.String(), `"msg":"sound"`) }
	before := starts()
	zone := place.Field("Time zone")
	eventually.True(t, "there are zones to choose", func() bool { return len(zone.Options()) > 100 })
	place.Type("Name", "Kitchen")
	zone.Put("Asia/Tokyo")
	p.Shoot("place.png")
	place.Press("Save name and zone")
	p.CSS("h1").Reads("Kitchen")
	place.Sees("UTC+09:00")
	p.Live()
	if title := p.Title(); title != "Kitchen" {
		t.Errorf("the page's title is %q", title)
	}
	status, body := r.Ask("GET", "/live/config", "")
	if status != 200 || string(body) != "zone = \"Asia/Tokyo\"\nname = \"Kitchen\"\n" {
		t.Errorf("%d %q", status, body)
	}
	if r.Trial().Trial {
		t.Error("it is still on trial")
	}
	const mine = "# mine\nname = \"old\"\n\n[limits]\nvolume_limit = 90\nname = 1\n"
	const changed = "name = \"a \\\"b\\\"\"\n# mine\n\n[limits]\nvolume_limit = 90\nname = 1\n"
	to := map[string]string{"name": `a "b"`, "zone": ""}
	if got := browser.Call[string](p, "/configtext.js", "changed", mine, to); got != changed {
		t.Errorf("it becomes %q, want %q", got, changed)
	}
	place.Type("Name", "Hall")
	place.Press("Save name and zone")
	p.Toast("Renamed.")
	p.CSS("h1").Reads("Hall")
	place.Press("Save name and zone")
	p.Toast("Nothing has changed.")
	if n := starts() - before; n != 0 {
		t.Errorf("the device has started %d times more for its name and zone", n)
	}
	// The page then asks for the name again, and may find the device away.
	const name = "GET /api/v2/device/wifi"
	p.Answer("/api/v2/device/wifi", http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		panic(http.ErrAbortHandler)
	}))
	asked := len(p.Asked(name))
	place.Press("Save name and zone")
	eventually.True(t, "the page asks for the name", func() bool { return len(p.Asked(name)) > asked })
	r.Stop()

	p, _ = browser.SignedIn(t, 1100, 900, rig.Configured(t, "name = \"Office\"\n")...)
	place = view(p, "Network and name")
	place.Field("Name").Is(":disabled")
	place.Field("Time zone").Is(":enabled")
}

// TestPageRefusesAZone: a zone that nobody has is refused beside its field.
func TestPageRefusesAZone(t *testing.T) {
	p, _ := restarting(t, 1100, 900)
	p.Expect(browser.ValueIsBad + `.*/live/zone`)
	p.Answer("/live/zone", browser.Misspells("Europe/Berlin", "Nowhere/City"))
	place := view(p, "Network and name")
	place.Set("Time zone", "Europe/Berlin")
	place.Press("Save name and zone")
	p.CSS("#place-note.fault").Shows()
}
