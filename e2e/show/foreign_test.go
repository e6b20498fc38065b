// SPDX-License-Identifier: Apache-2.0

package show

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/applet/applettest"
	"github.com/ledpost/ledpost/internal/eventually"
)

// asked is an app with a setting of each kind.
const asked = `
load("encoding/json.star", "json")
load("schema.star", "schema")

def find(typed):
    return [schema.Option(display = typed + " " + way, value = way) for way in ["Street", "Square"]]

def near(place):
    return [schema.Option(display = "Stop in " + json.decode(place)["locality"], value = "7")]

def more(way):
    return [schema.Text(id = "house", name = "House in the " + json.decode(way)["value"], desc = "", icon = "x")]

def get_schema():
    colours = [schema.Option(display = "Warm", value = "w"), schema.Option(display = "Cold", value = "c")]
    return schema.Schema(version = "1", fields = [
        schema.Text(id = "who", name = "Who", desc = "Somebody", icon = "x", default = "you"),
        schema.Dropdown(id = "light", name = "Light", desc = "", icon = "x", default = "w", options = colours),
        schema.Toggle(id = "loud", name = "Loud", desc = "", icon = "x", default = True),
        schema.Color(id = "ink", name = "Ink", desc = "", icon = "x", default = "#0f0", palette = ["#f00", "#00F"]),
        schema.DateTime(id = "day", name = "Day", desc = "", icon = "x"),
        schema.Location(id = "place", name = "Place", desc = "", icon = "x"),
        schema.LocationBased(id = "stop", name = "Stop", desc = "", icon = "x", handler = near),
        schema.Typeahead(id = "way", name = "Way", desc = "", icon = "x", handler = find),
        schema.Generated(id = "rest", source = "way", handler = more),
        schema.OAuth2(id = "key", name = "Account", desc = "", icon = "x", handler = find, client_id = "x",
            authorization_endpoint = "https://a.example", scopes = ["a"]),
    ])

def main(config):
    place, way = json.decode(config.get("place", "{}")), json.decode(config.get("way", "{}"))
    said = [config.get("who"), config.get("light"), config.get("loud"), config.get("ink"), config.get("day", "")[:4],
        place.get("lat"), json.decode(config.get("stop", "{}")).get("value"), way.get("display"), config.get("house")]
    fail(" ".join([str(s) for s in said])) # which the list of apps tells
`

// TestPageFields: the settings that an app declares are a form, which the app helps to fill.
func TestPageFields(t *testing.T) {
	applettest.Program(t)
	server := rig.Outside(t)
	p, r := browser.SignedIn(t, 390, 844, rig.Configured(t,
		fmt.Sprintf("[weather]\nurl = %q\nplaces = %[1]q\n", server.URL))...)
	r.Call("PUT", "/live/scripts/asked", fmt.Sprintf(`{"source":%q}`, asked), nil)
	code, said := r.Ask("POST", "/live/apps", `{"package":"com.ledpost.others","settings":{"app":"asked"}}`)
	if code != 201 {
		t.Fatalf("%d %s", code, said)
	}
	p.Open("Now") // a list of apps that has the new one
	form := app(p, "asked")
	form.Type("Who", "Ada")
	form.Choose("Light", "Cold")
	form.Tick("Loud", false)
	form.Press("#f00")
	form.Set("Day", "2031-05-06T12:00")
	form.Within("Place").CSS("input").Write("paris")
	p.Key(kb.Enter)
	form.Within("Place").Press("Paris, Texas*")
	form.Within("Stop").CSS("input").Write("paris")
	p.Key(kb.Enter)
	form.Within("Stop").Press("Paris, Texas*")
	form.CSS("select[aria-label=Stop]").Pick("Stop in Paris")
	form.Within("Way").CSS("input").Write("High")
	p.Key(kb.Enter)
	form.Within("Way").Press("High Square")
	form.Type("House in the Square", "12")
	form.Sees("Signing in to this service is not there yet.")
	p.Shoot("fields.png")
	p.Looks("the fields of an app")
	saves(form)
	const want = "Ada c false #ff0000 2031 33.66 7 High Square 12"
	eventually.True(t, "the app has what was set", func() bool {
		code, said := r.Ask("GET", "/live/apps", "")
		return code == 200 && strings.Contains(string(said), want)
	})

	// The card shows what is chosen; what may be a secret it does not tell.
	form = app(p, "asked")
	form.Field("Light").Chosen("Cold")
	form.Box("Loud").Is(":not(:checked)")
	form.CSS("input[type=color]").Holds("#ff0000")
	form.Field("Who").Holds("")
	p.Shoot("fields-chosen.png")
	saves(form)
	eventually.True(t, "the app keeps what was set", func() bool {
		code, said := r.Ask("GET", "/live/apps", "")
		return code == 200 && strings.Contains(string(said), want)
	})
}
