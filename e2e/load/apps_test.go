// SPDX-License-Identifier: Apache-2.0

//go:build linux

package load

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/market"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/applet/applettest"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// TestTwentyApps: 20 apps of the gallery, of which four take much memory, have as many turns as in an hour of half
// minutes, in a group of 200 MiB: the device, the program that draws, and each drawing.
func TestTwentyApps(t *testing.T) {
	testtool.Night(t, "it takes minutes")
	applettest.Program(t)
	const apps, turns, limit = 20, 120, 200 << 20
	g, ok := newGroup(t, limit)
	if !ok {
		testtool.Missing(t, "the right to make a control group that bounds memory")
	}
	r := rig.Launch(t, g.wrap(), append(catalogue(t, apps), "--size", "64x32")...)
	r.Call("POST", "/live/gallery", "{}", nil)
	for n := range apps {
		if status, answer := r.Ask("POST", "/live/gallery/"+market.ID(n), "{}"); status != http.StatusCreated {
			t.Fatalf("%s: %d %s", market.ID(n), status, answer)
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
	if len(shown) < apps-market.Fickle || g.killed() > 0 {
		t.Errorf("%d apps had a turn, and the kernel has ended %d processes", len(shown), g.killed())
	}
	for _, s := range says(r) {
		t.Errorf("an app was not drawn: %s", s)
	}
}

// catalogue serves so many apps, and returns the arguments of a device that has its apps from there.
func catalogue(t *testing.T, n int) []string {
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	base := "http://" + l.Addr().String()
	server := &http.Server{Handler: must.Get(market.New(base,
		must.Get(market.Programs("../../tools/apps/examples", n))(t)))(t)}
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	return rig.Configured(t, fmt.Sprintf("[gallery]\nurl = %q\n", base+"/gallery.json.gz"))
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
