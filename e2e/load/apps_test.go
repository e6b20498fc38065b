// SPDX-License-Identifier: Apache-2.0

//go:build linux

package load

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/others/gallery"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/applet/applettest"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// meadow is an app that takes much: 500 pictures, and a list of some 20 MB.
const meadow = `
load("render.star", "render")

def blade(n, k):
    return render.Box(width = 1 + n * k % 9, height = 32, color = ["#0a0", "#080", "#4c0"][(n + k) % 3])

def main():
    kept = [str(n) * 60 for n in range(60000)]
    return render.Root(child = render.Animation([
        render.Row([blade(n, k) for k in range(12)])
        for n in range(500)
    ]))
`

// TestTwentyApps: 20 apps of the gallery, of which four take much memory, have as many turns as in an hour of half
// minutes, in a group of 200 MiB: the device, the program that draws, and each drawing.
func TestTwentyApps(t *testing.T) {
	testtool.Night(t, "it takes minutes")
	applettest.Program(t)
	const apps, turns, limit = 20, 120, 200 << 20
	const fickle = 3 // examples that have nothing to show on some days
	g, ok := newGroup(t, limit)
	if !ok {
		testtool.Missing(t, "the right to make a control group that bounds memory")
	}
	r := rig.Launch(t, g.wrap(), append(market(t, apps), "--size", "64x32")...)
	r.Call("POST", "/live/gallery", "{}", nil)
	for n := range apps {
		if status, answer := r.Ask("POST", "/live/gallery/"+title(n), "{}"); status != http.StatusCreated {
			t.Fatalf("%s: %d %s", title(n), status, answer)
		}
	}
	take(t, r)
	begun, shown, last := time.Now(), map[string]int{}, ""
	for n := 0; n < turns; {
		eventually.True(t, "another app has its turn", func() bool {
			var s struct{ Showing struct{ Widget string } }
			r.Call("GET", "/live/status", "", &s)
			was := last
			last = s.Showing.Widget
			return last != was
		})
		shown[last]++
		n++
	}
	most, _ := os.ReadFile(filepath.Join(g.dir, "memory.peak"))
	if len(most) == 0 {
		most, _ = os.ReadFile(filepath.Join(g.dir, "memory.max_usage_in_bytes")) // of version 1
	}
	t.Logf("%d turns of %d apps in %.0f s: at most %s bytes, the device %d MiB", turns, len(shown),
		time.Since(begun).Seconds(), strings.TrimSpace(string(most)), peak(t, r.Cmd.Process.Pid)>>20)
	if len(shown) < apps-fickle || g.killed() > 0 {
		t.Errorf("%d apps had a turn, and the kernel has ended %d processes", len(shown), g.killed())
	}
	for _, s := range says(r) {
		t.Errorf("an app was not drawn: %s", s)
	}
}

func title(n int) string { return fmt.Sprint("app-", n) }

// market serves so many apps, and returns the arguments of a device that has its apps from there: the examples that ask
// nobody, and meadows.
func market(t *testing.T, n int) []string {
	own := must.Get(filepath.Glob("../../tools/apps/examples/*.star"))(t)
	var programs [][]byte
	for _, file := range own {
		if text := must.Get(os.ReadFile(file))(t); !strings.Contains(string(text), "http.star") {
			programs = append(programs, text)
		}
	}
	for i := 0; len(programs) < n; i++ {
		programs = append(programs, fmt.Appendf(nil, "%s\n# %d\n", meadow, i))
	}
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	c := gallery.Catalogue{Head: gallery.Head{Form: gallery.Form, Commit: strings.Repeat("a", 40), Date: time.Now(),
		Base: server.URL + "/apps/", License: "Apache-2.0"}}
	for i, text := range programs[:n] {
		c.Apps = append(c.Apps, gallery.App{ID: title(i), Name: title(i), Author: "Ada", Summary: "An app",
			Category: "art", Main: "a.star",
			Files: []gallery.File{{Path: "a.star", From: title(i), Size: len(text), Hash: sha256.Sum256(text)}}})
	}
	packed := must.Get(gallery.Write(&c))(t)
	mux.HandleFunc("/gallery.json.gz", func(w http.ResponseWriter, _ *http.Request) { w.Write(packed) })
	mux.HandleFunc("/apps/", func(w http.ResponseWriter, r *http.Request) {
		var i int
		fmt.Sscanf(path.Base(r.URL.Path), "app-%d", &i)
		w.Write(programs[i])
	})
	return rig.Configured(t, fmt.Sprintf("[gallery]\nurl = %q\n", server.URL+"/gallery.json.gz"))
}

// listed is a widget of the list.
type listed struct {
	Widget  string `json:"widget"`
	Package string `json:"package"`
	Visible bool   `json:"visible"`
	Seconds int    `json:"seconds"`
	Says    string `json:"says,omitempty"`
}

func widgets(r *rig.Device) (all []listed) {
	r.Call("GET", "/live/apps", "", &all)
	return all
}

// take lets the apps of the gallery alone take turns, of two seconds.
func take(t *testing.T, r *rig.Device) {
	var next []map[string]any
	for _, w := range widgets(r) {
		next = append(next, map[string]any{
			"widget": w.Widget, "visible": w.Package == "com.ledpost.others", "seconds": 2,
		})
	}
	r.Call("PUT", "/live/apps", string(must.Get(json.Marshal(next))(t)), nil)
	r.Call("PUT", "/api/v2/device", `{"mode":"auto"}`, nil)
}

// says returns the sentences that apps of the gallery show in place of their pictures.
func says(r *rig.Device) (all []string) {
	for _, w := range widgets(r) {
		if w.Package == "com.ledpost.others" && w.Says != "" {
			all = append(all, w.Says)
		}
	}
	return all
}
