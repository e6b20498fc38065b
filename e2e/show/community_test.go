// SPDX-License-Identifier: Apache-2.0

package show

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/others/gallery"
	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/applet/applettest"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// lamp is an app that fills the panel with a colour.
const lamp = `
load("render.star", "canvas", "render")
load("schema.star", "schema")

HOME = "https://api.example.com/"

def get_schema():
    return schema.Schema(version = "1", fields = [
        schema.Color(id = "ink", name = "Ink", desc = "Of the lamp", icon = "x", default = "#ff0000",
            palette = ["#0000ff"])])

def main(config):
    return render.Root(child = render.Box(width = canvas.width(), height = canvas.height(), color = config.get("ink")))
`

// shop serves a catalogue of 30 apps, of which one is the lamp, with that program.
func shop(t *testing.T, program *string) string {
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	var picture bytes.Buffer
	m := image.NewRGBA(image.Rect(0, 0, 64, 32))
	m.Set(3, 3, color.RGBA{255, 0, 0, 255})
	must.Do(t, png.Encode(&picture, m))
	of := func(name, from string, data []byte) gallery.File {
		return gallery.File{Path: name, From: from, Size: len(data), Hash: sha256.Sum256(data)}
	}
	mux.HandleFunc("/lamp.star", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, *program) })
	mux.HandleFunc("/lamp.png", func(w http.ResponseWriter, _ *http.Request) { w.Write(picture.Bytes()) })
	mux.HandleFunc("/gallery.json.gz", func(w http.ResponseWriter, _ *http.Request) {
		c := gallery.Catalogue{Head: gallery.Head{Form: gallery.Form, Commit: strings.Repeat("a", 40), Date: time.Now(),
			Base: server.URL + "/", License: "Apache-2.0"}}
		shown := of("lamp.png", "lamp.png", picture.Bytes())
		for i := range 30 {
			a := gallery.App{ID: fmt.Sprint("app", i), Name: fmt.Sprint("App ", i), Author: "Ada", Summary: "Shows something",
				Category: "clocks", Main: "lamp.star", Picture: &shown,
				Files: []gallery.File{of("lamp.star", "lamp.star", []byte(*program))}}
			if i == 20 {
				a.Name, a.Category, a.Hosts = "Lamp", "art", []string{"api.example.com"}
			}
			c.Apps = append(c.Apps, a)
		}
		packed, err := gallery.Write(&c)
		if err != nil {
			t.Error(err)
		}
		w.Write(packed)
	})
	return server.URL + "/gallery.json.gz"
}

// TestPageCommunity: an app by others is searched, filled in, tried, added, seen on the panel, updated and removed.
func TestPageCommunity(t *testing.T) {
	applettest.Program(t)
	program := lamp
	p, r := browser.SignedIn(t, 390, 844, rig.Configured(t, fmt.Sprintf("[gallery]\nurl = %q\n", shop(t, &program)))...)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	shows := func(what string, want func(color.RGBA) bool) {
		t.Helper()
		eventually.True(t, what, func() bool {
			red, green, blue, _ := r.Frame().At(1, 1).RGBA()
			return want(color.RGBA{uint8(red >> 8), uint8(green >> 8), uint8(blue >> 8), 255})
		})
	}
	p.Open("Apps")
	p.Press("Add an app")
	p.Press("Apps by others…")
	others := p.Within("Apps by others")
	others.Sees("There is no catalogue yet.")
	others.Field("Search").Gone()
	others.Press("Fetch the newest catalogue")
	others.CSS(".offers li").Counts(24)
	others.CSS(".offers img").Drawn(24)
	p.Shoot("community-390.png")
	others.Press("More")
	others.CSS(".offers li").Counts(30)
	others.Field("Search").Write("lamp")
	others.CSS(".offers li").Counts(1)
	others.Choose("Category", "Art (1)")
	p.CSS(".offers button").Click()
	others.Sees("Ada · Apache-2.0", "api.example.com")
	others.Press("#0000ff")
	p.Shoot("community-card-390.png")
	others.Press("Try for 20 s")
	p.Toast("The app is on the panel for 20 s.")
	shows("the lamp is tried in blue", func(c color.RGBA) bool { return c.B > 100 && c.R < 50 })
	others.Press("Add")
	p.Toast("Lamp is there")
	p.Row("Lamp").Sees("App by others")
	form := app(p, "Lamp")
	form.Sees("Lamp by Ada, from the community’s gallery. Licence: Apache-2.0")
	p.Shoot("community-settings-390.png")
	p.Resize(1280, 900)
	p.Shoot("community-settings-1280.png")
	form.Press("Cancel")
	form.Gone()
	p.Resize(1280, 900)
	p.Shoot("community-added-1280.png")
	if got := settings(r, "com.ledpost.others"); !strings.Contains(got, `"gallery/app20"`) {
		t.Errorf("the widget has %s", got)
	}

	// A newer version is told, and taken by a press.
	program = strings.Replace(lamp, `config.get("ink")`, `"#00ff00"`, 1)
	p.Press("Add an app")
	p.Press("Apps by others…")
	others.Press("Fetch the newest catalogue")
	p.Toast("1 installed app has a newer version.")
	others.Sees("Installed, newer version there")
	p.Shoot("community-1280.png")
	p.CSS(".offers button").Click()
	others.Press("Update")
	p.Toast("Lamp is up to date")
	p.Shoot("community-card-1280.png")
	r.Call("PUT", "/api/v2/device/apps/com.ledpost.others/widgets/"+r.Widget("com.ledpost.others")+"/activate", "", nil)
	shows("the newer lamp is green", func(c color.RGBA) bool { return c.G > 100 && c.R < 50 })
	others.Press("Remove")
	p.Toast("Lamp is removed.")
	eventually.True(t, "the widget is gone", func() bool {
		return !strings.Contains(fmt.Sprint(apps(r)), "com.ledpost.others")
	})
}

// TestPageCommunityUnreached: where the catalogue cannot be fetched, the page says it in the place of the list.
func TestPageCommunityUnreached(t *testing.T) {
	p, _ := browser.SignedIn(t, 390, 844, rig.Configured(t, "[gallery]\nurl = \"http://gallery.invalid/index\"\n")...)
	p.Expect(`502.*/live/gallery`)
	p.Open("Apps")
	p.Press("Add an app")
	p.Press("Apps by others…")
	others := p.Within("Apps by others")
	others.Press("Fetch the newest catalogue")
	others.CSS(".fault").Sees("The catalogue could not be fetched. The server of the gallery cannot be reached.",
		"then try again")
	others.Field("Search").Gone()
	p.Shoot("unreached-390.png")
}
