// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// TestCustom: custom apps come, change, and go.
func TestCustom(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		for _, row := range []struct{ why, name, body, loop string }{
			{"one", "temp", `{"text":"20"}`, `{"Time":0,"temp":1}`},
			{"another value", "temp", `{"text":"21"}`, `{"Time":0,"temp":1}`},
			{"an array", "arr", `[{"text":"a"},{"text":"b"},{"text":"c"}]`, `{"Time":0,"arr0":2,"arr1":3,"arr2":4,"temp":1}`},
			{"a shorter one", "arr", `[{"text":"a"},{"text":"b"}]`, `{"Time":0,"arr0":2,"arr1":3,"temp":1}`},
			{"a name that only looks like an item", "arr01", `{"text":"x"}`, `{"Time":0,"arr0":2,"arr01":4,"arr1":3,"temp":1}`},
			{"and stays", "arr", `[{"text":"a"}]`, `{"Time":0,"arr0":2,"arr01":3,"temp":1}`},
			{"a place", "first", `{"text":"1","pos":0}`, `{"Time":1,"arr0":3,"arr01":4,"first":0,"temp":2}`},
			{"an empty body, for all that begin so", "arr", ``, `{"Time":1,"first":0,"temp":2}`},
			{"an empty object", "temp", ` { } `, `{"Time":1,"first":0}`},
			{"of what is not there", "none", ``, `{"Time":1,"first":0}`},
		} {
			r.post("/api/custom?name="+row.name, row.body)
			r.sees(row.why, "/api/loop", row.loop)
		}
	})
}

// TestCustomWidget: name, seconds and order are those of a widget.
func TestCustomWidget(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		r.post("/api/custom?name=temp", `{"text":"20","duration":9}`)
		list := must.Get(r.dev.Apps(context.Background()))(t)
		w := list[len(list)-1]
		if w.Package != Package || w.Title != "temp" || w.Seconds != 9 || !w.Visible {
			t.Errorf("%+v", w)
		}
		revision := r.dev.Status().Revision
		r.post("/api/custom?name=temp", `{"text":"21","duration":9}`)
		if now := r.dev.Status().Revision; now != revision {
			t.Error("a value alone is written to the disk")
		}
		r.post("/api/reorder", `["temp"]`)
		r.sees("in the order", "/api/apps", `[{"name":"temp"},{"name":"Time"}]`)
		r.post("/api/apps", `[{"name":"Time","show":false}]`)
		r.sees("without the clock", "/api/apps", `[{"name":"temp"}]`)
		r.post("/api/switch", `{"name":"TEMP"}`)
		if show := r.dev.Status().Showing; show.Widget != w.ID {
			t.Errorf("it shows %+v", show)
		}
	})
}

// TestLifetime: an app that gets no more is over.
func TestLifetime(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		r.post("/api/custom?name=short", `{"text":"a","lifetime":10}`)
		r.post("/api/custom?name=marked", `{"text":"a","lifetime":10,"lifetimeMode":1}`)
		r.post("/api/custom?name=long", `{"text":"a","lifetime":100}`)
		time.Sleep(8 * time.Second)
		r.post("/api/custom?name=short", `{"text":"a","lifetime":10}`)
		time.Sleep(8 * time.Second)
		synctest.Wait()
		r.sees("it was sent again", "/api/loop", `{"Time":0,"long":3,"marked":2,"short":1}`)
		time.Sleep(8 * time.Second)
		synctest.Wait()
		r.sees("its time is over", "/api/loop", `{"Time":0,"long":2,"marked":1}`)
		time.Sleep(100 * time.Second)
		synctest.Wait()
		r.sees("the long one's too; what is marked stays", "/api/loop", `{"Time":0,"marked":1}`)
	})
}

// TestTextBegins: text that scrolls begins with its first letter whenever its app appears.
func TestTextBegins(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		r.post("/api/settings", `{"ATRANS":false}`)
		r.post("/api/custom?name=long", `{"text":"ABCDEFGHIJKLMNOP"}`)
		for range 2 {
			time.Sleep(2700 * time.Millisecond)
			r.post("/api/switch", `{"name":"long"}`)
			synctest.Wait()
			if late := time.Since(r.shown().Start); late != 0 {
				t.Errorf("it has moved for %v", late)
			}
			time.Sleep(time.Second)
			r.post("/api/custom?name=long", `{"text":"QRSTUVWXYZABCDEF"}`)
			synctest.Wait()
			if in := time.Since(r.shown().Start); in != time.Second {
				t.Errorf("with another text it is at %v", in)
			}
			r.post("/api/switch", `{"name":"Time"}`)
		}
	})
}

// TestTurn: a custom app shows for the passes of its text, or else for its duration.
func TestTurn(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		for _, row := range []struct {
			why, body string
			want      int // seconds
		}{
			{"two passes of 131 frames", `{"text":"HELLO WORLD","repeat":2}`, 7},
			{"whatever the duration", `{"text":"HELLO WORLD","repeat":3,"duration":5}`, 10},
			{"text that fits has no passes", `{"text":"50","repeat":3,"duration":5}`, 5},
			{"nor a time of its own", `{"text":"50","repeat":3}`, 20},
			{"the most that a turn has", `{"text":"HELLO WORLD","repeat":1000000}`, 3600},
		} {
			r.post("/api/custom?name=a", row.body)
			all := must.Get(r.apps(t.Context()))(t)
			if last := all[len(all)-1]; last.name != "a" || last.Seconds != row.want {
				t.Errorf("%s: %s: %s has %d s, want %d", row.why, row.body, last.name, last.Seconds, row.want)
			}
		}
	})
}

// TestSave: only what is to be saved outlives a restart.
func TestSave(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		r.post("/api/custom?name=kept", `{"text":"a","save":true,"lifetime":20,"duration":9}`)
		r.post("/api/custom?name=lost", `{"text":"b"}`)
		r.end()
		r = start(t, r.kept())
		synctest.Wait()
		r.sees("after the restart", "/api/loop", `{"Time":0,"kept":1}`)
		r.post("/api/switch", `{"name":"kept"}`)
		if show := r.dev.Status().Showing; show.Package != Package {
			t.Errorf("it shows %+v", show)
		}
		time.Sleep(21 * time.Second)
		synctest.Wait()
		r.sees("its lifetime began again", "/api/loop", `{"Time":0}`)
	})
}

// TestMany: as many as the device has widgets, and not one more.
func TestMany(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		n := 0
		for ; n < 100; n++ {
			if status, _ := r.ask("POST", fmt.Sprintf("/api/custom?name=a%d", n), `{"text":"a"}`); status != 200 {
				break
			}
		}
		if n < 32 || n > 64 {
			t.Errorf("there are %d", n)
		}
		r.post("/api/custom?name=a0", `{"text":"b"}`)
		r.post("/api/custom?name=a", ``)
		r.sees("all are gone", "/api/loop", `{"Time":0}`)
	})
}
