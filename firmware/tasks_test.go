// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/internal/must"
)

// TestEverythingRuns: a device with all that a configuration can switch on runs a task for
// each; without it, and where only this machine reaches it, those are missing that would do
// nothing.
func TestEverythingRuns(t *testing.T) {
	always := []string{
		"state", "sound", "panel", "frames", "device", "icons", "messages", "network", "updates", "light", "air",
		"presence", "buttons",
		"doctor", "configuration", "claim", "clock", "time server", "api", "stream", "com.lametric.radio",
		"ready", "watchdog",
	}
	chosen := []string{"mqtt", "hawkbit", "awtrix", "ssdp", "mdns", "guide", "wi-fi set-up"}
	const all = "[mqtt]\nbroker = \"tcp://127.0.0.1:1\"\n[update]\nurl = \"http://127.0.0.1:1/\"\nautomatic = \"off\"\n" +
		"[update.hawkbit]\nurl = \"http://127.0.0.1:1/\"\ntenant = \"DEFAULT\"\n[awtrix]\nenabled = true\naddr = \"\"\n" +
		"[onboard]\nwifi = true\n"
	for _, row := range []struct {
		why, addr, more string
		chosen          []string
	}{
		{"all is on", ":0", all, chosen},
		{"only this machine reaches it", "127.0.0.1:0", all, []string{"mqtt", "hawkbit", "awtrix"}},
		{"as a new device", ":0", "[onboard]\nwifi = false\n", []string{"ssdp", "mdns", "guide"}},
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, "config.toml")
		text := "[http]\naddr = \"" + row.addr + "\"\ntls = \"\"\npairing = \"\"\n[panel]\ndriver = \"max7219\"\n" +
			"port = \"vcd:" + filepath.Join(dir, "wires.vcd") + "\"\n" + row.more
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
		o := Options{Layers: config.Layers{File: file}, Dir: filepath.Join(dir, "data"), Out: io.Discard,
			Log: slog.New(slog.DiscardHandler)}
		makeDir(o)
		tr := newTrial(o)
		cfg := must.Get(tr.begin())(t)
		a, err := newAppliance(o, cfg, openData(o, nil), tr, nil)
		if err != nil {
			t.Fatal(row.why, err)
		}
		var names []string
		for _, s := range a.stages(t.Context()) {
			for _, one := range s {
				names = append(names, one.Name)
			}
		}
		for _, name := range append(always, chosen...) {
			want := slices.Contains(always, name) || slices.Contains(row.chosen, name)
			if got := slices.Contains(names, name); got != want {
				t.Errorf("%s: the task %q is there: %v", row.why, name, got)
			}
		}
		must.Do(t, a.release())
	}
}

// TestReady: whoever is told that the device is ready can call its API at once, and
// the panel is open by then. The process is as it was before.
func TestReady(t *testing.T) {
	dir := t.TempDir()
	wires, file := filepath.Join(dir, "wires.vcd"), filepath.Join(dir, "config.toml")
	text := "[http]\naddr = \"127.0.0.1:0\"\ntls = \"\"\n[panel]\ndriver = \"max7219\"\nport = \"vcd:" + wires + "\"\n"
	must.Do(t, os.WriteFile(file, []byte(text), 0o600))
	processors, memory := runtime.GOMAXPROCS(0), debug.SetMemoryLimit(-1)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	told := make(chan int, 1)
	ended := make(chan error, 1)
	go func() {
		ended <- Run(ctx,
			Options{Layers: config.Layers{File: file}, Dir: filepath.Join(dir, "data"), Ready: func(url, key string) {
				told <- state(t, url, key)
			}})
	}()
	select {
	case got := <-told:
		must.Equal(t, got, http.StatusOK, "the API answers")
	case err := <-ended:
		t.Fatal(err)
	case <-time.After(time.Minute):
		t.Fatal("nobody is told")
	}
	if _, err := os.Stat(wires); err != nil {
		t.Error("the panel is not open:", err)
	}
	if n, limit := runtime.GOMAXPROCS(0), debug.SetMemoryLimit(-1); n != processors || limit != memory {
		t.Errorf("%d threads and %d bytes, want %d and %d as before", n, limit, processors, memory)
	}
	cancel()
	must.Do(t, <-ended)
}

// TestOptionsArePublic: whoever runs a device in a program of another module can name every type
// that Options has.
func TestOptionsArePublic(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var look func(path string, typ reflect.Type)
	look = func(path string, typ reflect.Type) {
		if seen[typ] {
			return
		}
		seen[typ] = true
		// An enumeration has a name, as note.Effect, where its words stand.
		if from := typ.PkgPath(); strings.Contains(from, "/ledpost/internal/") && !strings.HasSuffix(from, "/enum") {
			t.Errorf("%s is %v", path, typ)
		}
		switch typ.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map, reflect.Chan:
			look(path, typ.Elem())
		case reflect.Struct:
			for f := range typ.Fields() {
				if f.IsExported() {
					look(path+"."+f.Name, f.Type)
				}
			}
		case reflect.Func:
			for in := range typ.Ins() {
				look(path, in)
			}
			for out := range typ.Outs() {
				look(path, out)
			}
		}
	}
	look("Options", reflect.TypeFor[Options]())
}

// state returns what the device answers to whoever has its key.
func state(t *testing.T, url, key string) int {
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/api/v2/device", nil)
	if err != nil {
		t.Error(err)
		return 0
	}
	req.SetBasicAuth("dev", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Error(err)
		return 0
	}
	defer resp.Body.Close()
	return resp.StatusCode
}

// TestBackoff: the first two ends cost nothing, then it grows up to a minute.
func TestBackoff(t *testing.T) {
	for unclean, want := range map[int]time.Duration{
		0: 0, 1: 0, 2: 0, 3: 5 * time.Second, 4: 10 * time.Second, 6: 40 * time.Second, 7: time.Minute, 1000: time.Minute,
	} {
		if got := backoff(unclean); got != want {
			t.Errorf("after %d: %v, want %v", unclean, got, want)
		}
	}
}

// TestWaitBackoff: an end that is asked for does not wait.
func TestWaitBackoff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := slog.New(slog.DiscardHandler)
		begun := time.Now()
		if !waitBackoff(t.Context(), 5, log) || time.Since(begun) != 20*time.Second {
			t.Errorf("after %v", time.Since(begun))
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		begun = time.Now()
		if waitBackoff(ctx, 5, log) || time.Since(begun) != time.Second {
			t.Errorf("it goes on, after %v", time.Since(begun))
		}
	})
}

// TestBackoffIsNoSlowStart: the service manager does not count the wait as part
// of a start, which takes long where many pictures wait.
func TestBackoffIsNoSlowStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notify")
	conn := must.Get(net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"}))(t)
	defer conn.Close()
	t.Setenv("NOTIFY_SOCKET", path)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	waitBackoff(ctx, 7, slog.New(slog.DiscardHandler))
	said := make([]byte, 1024)
	n, err := conn.Read(said)
	if want := "STATUS=waiting 1m0s after 7 crashes\nEXTEND_TIMEOUT_USEC=150000000"; string(said[:n]) != want {
		t.Errorf("said %q, %v, want %q", said[:n], err, want)
	}
}
