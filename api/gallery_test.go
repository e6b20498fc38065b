// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"errors"
	"fmt"
	"image"
	"net/http"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// community is a gallery of 30 apps, of which two may be installed.
type community struct{ installed []string }

var errNoOffer = rest.Refuse(http.StatusNotFound, "App not found")

func (c *community) Offers() (live.GalleryHead, []live.GalleryApp) {
	var all []live.GalleryApp
	for i := range 30 {
		a := live.GalleryApp{ID: fmt.Sprint("app", i), Name: fmt.Sprint("App ", i), Summary: "Trains of Oslo", About: "Long",
			Category: []string{"art", "transit"}[i%2], Hosts: []string{"api.example"}}
		a.Words = strings.ToLower(a.Name + a.Summary)
		for _, id := range c.installed {
			a.Installed = a.Installed || id == a.ID
		}
		all = append(all, a)
	}
	return live.GalleryHead{Commit: "abc", Newer: []string{}}, all
}

func (c *community) Picture(_ context.Context, id string) ([]byte, error) {
	switch id {
	case "app1":
		return []byte("GIF89a"), nil
	case "app2":
		return []byte("<script>"), nil
	}
	return nil, errNoOffer
}

func (c *community) Renew(context.Context) error {
	return rest.Refuse(http.StatusBadGateway, "The apps of the gallery: cut")
}

func (c *community) Install(_ context.Context, id string) (bool, error) {
	if id == "app3" {
		return false, &live.ScriptError{Line: 7, Message: "no such name"}
	}
	c.installed = append(c.installed, id)
	return id != "app5", nil // that one somebody else has added a moment ago
}

func (c *community) Remove(_ context.Context, id string) error {
	for i, one := range c.installed {
		if one == id {
			c.installed = append(c.installed[:i], c.installed[i+1:]...)
			return nil
		}
	}
	return errNoOffer
}

func (c *community) Show(_ context.Context, id string, settings map[string]string) (render.Widget, error) {
	if settings["bad"] != "" {
		return nil, &live.ScriptError{Line: 3, Message: "no such name"}
	}
	if id != "app1" {
		return nil, errors.New("not that one")
	}
	return &render.Still{Image: image.NewRGBA(image.Rect(0, 0, 37, 8))}, nil
}

// TestGallery: the community's apps are searched, shown, tried, installed and removed.
func TestGallery(t *testing.T) {
	c := &community{}
	r := newRig(t, func(s *setup) { s.gallery = c })
	for _, row := range []struct {
		name, method, path, body, want string
		code                           int
	}{
		{"the first page", "GET", "", "", `"found":30,"categories":{"art":15,"transit":15},"catalogue":{"commit":"abc"`, 200},
		{"the second page", "GET", "?page=1", "", `{"apps":[{"id":"app24"`, 200},
		{"beyond the last page", "GET", "?page=9", "", `{"apps":[],"found":30`, 200},
		{"words", "GET", "?q=oslo+App+29", "", `{"apps":[{"id":"app29","name":"App 29","summary":"Trains of Oslo","author"`,
			200},
		{"a category", "GET", "?category=transit", "", `{"apps":[{"id":"app1"`, 200},
		{"no installed ones", "GET", "?installed=true", "", `{"apps":[],"found":0`, 200},
		{"no page", "GET", "?page=-1", "", "page: want 0 to 1000", 400},
		{"too many words", "GET", "?q=" + strings.Repeat("x", 101), "", "q: want at most", 400},
		{"an app", "GET", "/app1", "", `"about":"Long"`, 200},
		{"no app", "GET", "/none", "", "App not found", 404},
		{"a picture", "GET", "/app1/picture", "", "GIF89a", 200},
		{"an app without a picture", "GET", "/app2/picture", "", "App not found", 404},
		{"no network", "POST", "", "", "cut", 502},
		{"a try", "POST", "/app1/try", `{"settings":{"a":"b"}}`, "", 200},
		{"a try of a fault", "POST", "/app1/try", `{"settings":{"bad":"b"}}`, `"line":3`, 400},
		{"settings that are no strings", "POST", "/app1/try", `{"settings":{"a":1}}`, "settings: want strings", 400},
		{"an app that does not load", "POST", "/app3", `{}`, `"line":7`, 400},
		{"an app without a widget is not installed", "POST", "/app1", `{}`, "", 404},
		{"an update of an app that is not installed", "POST", "/app1/update", ``, "App not found", 404},
		{"nothing to remove", "DELETE", "/app1", "", "App not found", 404},
	} {
		wants(t, r.do(row.method, "/live/gallery"+row.path, row.body), row.code, row.want, row.name)
	}
	if got := fmt.Sprint(c.installed); got != "[]" {
		t.Errorf("installed: %s", got)
	}
	if w := r.do("POST", "/live/gallery/app5", "{}"); w.Code != 404 || fmt.Sprint(c.installed) != "[app5]" {
		t.Errorf("an app that somebody else has added meanwhile: %d, installed: %s", w.Code, c.installed)
	}
	c.installed = []string{"app1"}
	for _, row := range []struct{ method, path string }{{"POST", "/app1/update"}, {"DELETE", "/app1"}} {
		wants(t, r.do(row.method, "/live/gallery"+row.path, ""), 200, "", row.path)
	}
	if got := fmt.Sprint(c.installed); got != "[app1]" { // the update has installed it once more
		t.Errorf("installed: %s", got)
	}
}

// frames is an app whose widgets show apps of the gallery.
type frames struct{ ground }

func (frames) About() device.About {
	return device.About{Package: "com.example.none", Title: "Others",
		Settings: device.Schema{Values: &device.Schema{Type: "string", MaxLen: 99}}}
}

// TestGalleryLeavesNoWidget: a removal that was cut after the app had gone is ended by another one.
func TestGalleryLeavesNoWidget(t *testing.T) {
	r := newRig(t, func(s *setup) {
		s.dev.Apps = append(s.dev.Apps, frames{})
		s.dev.Widgets = append(s.dev.Widgets, device.WidgetSettings{ID: strings.Repeat("a", 32), Package: "com.example.none",
			Settings: []byte(`{"app":"gallery/app9"}`), Visible: true})
	})
	if got := r.do("GET", "/api/v2/device/apps", "").Body.String(); !strings.Contains(got, "com.example.none") {
		t.Fatalf("there is no widget: %s", got)
	}
	r.do("DELETE", "/live/gallery/app9", "")
	if list := must.Get(r.dev.Apps(t.Context()))(t); len(list) != 1 {
		t.Errorf("widgets: %v", list)
	}
}
