// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/devicetest"
	"github.com/ledpost/ledpost/device/store"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/must"
)

var _ live.Configuration = (*trial)(nil)

// bench runs a device for the owner of its configuration, start by start.
type bench struct {
	*trial
	t      *testing.T
	device *device.Device
	fonts  *fonts.Set
	anews  int // how often a new start was wanted
	end    func()
}

func newBench(t *testing.T, dir string) *bench {
	admin := filepath.Join(dir, "admin.toml")
	must.Do(t, os.WriteFile(admin, []byte("[compat]\nindex_braces = true\n"), 0o600))
	set := must.Get(fonts.Open(fonts.Options{Rows: 8}))(t)
	b := &bench{t: t, end: func() {}, fonts: set,
		trial: newTrial(Options{Layers: config.Layers{File: admin}, Dir: dir, Log: slog.New(slog.DiscardHandler)})}
	t.Cleanup(func() { b.end() })
	return b
}

func startBench(t *testing.T, dir string) *bench {
	b := newBench(t, dir)
	b.start()
	return b
}

// start begins a run and returns the name in its configuration.
func (b *bench) start() string {
	b.t.Helper()
	b.end()
	cfg := must.Get(b.begin())(b.t)
	b.anews = 0
	b.starts(func() { b.anews++ })
	b.device = device.New(device.Config{Width: 8, Height: 8, Fonts: b.fonts}, device.Fresh(), devicetest.Nowhere())
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { b.device.Run(ctx) })
	wg.Go(func() { b.run(ctx, b.device) })
	b.end = func() { cancel(); wg.Wait() }
	synctest.Wait()
	return cfg.Name
}

// is checks how the trial stands.
func (b *bench) is(name, want string, running bool, notice string) {
	b.t.Helper()
	synctest.Wait()
	st := b.State()
	if name != want || st.Trial != running || !strings.Contains(b.device.Status().Notice, notice) ||
		notice == "" && b.device.Status().Notice != "" {
		b.t.Errorf("%q, %+v, notice %q; want %q, on trial: %v, notice %q", name, st, b.device.Status().Notice, want,
			running, notice)
	}
}

func (b *bench) must(err error) {
	b.t.Helper()
	must.Do(b.t, err)
}

// TestTrialOfAConfiguration: what becomes of one that is confirmed, not confirmed,
// given up, interrupted, replaced, or does not work.
func TestTrialOfAConfiguration(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, dir)
		b.is(b.start(), "ledpost", false, "")
		if b.Confirm() != live.ErrNoTrial || b.Return() != live.ErrNoTrial {
			t.Error("there is no trial, and it can be ended")
		}
		b.must(b.Try([]byte("name = \"a\" # mine\n")))
		must.Equal(t, b.anews, 1, "the device does not restart")
		b.is(b.start(), "a", true, "on trial")
		if b.device.Status().Asking {
			t.Error("the panel asks for what the page has to confirm")
		}
		time.Sleep(TrialTime - time.Second)
		b.must(b.Confirm())
		b.is("", "", false, "")
		time.Sleep(time.Hour)
		if b.anews != 0 || string(b.Text()) != "name = \"a\" # mine\n" {
			t.Errorf("after it was confirmed: %d new starts, %s", b.anews, b.Text())
		}
		b.is(b.start(), "a", false, "")

		b.must(b.Try([]byte("name = \"b\"\n")))
		b.is(b.start(), "b", true, "on trial")
		time.Sleep(TrialTime - 1)
		b.is("", "", true, "on trial")
		time.Sleep(time.Nanosecond)
		b.is("", "", false, "not confirmed within 1m0s")
		must.Equal(t, b.anews, 1, "the last one does not return by itself")
		b.is(b.start(), "a", false, "not confirmed within 1m0s")

		b.must(b.Try([]byte("name = \"c\"\n")))
		b.start()
		b.must(b.Return())
		b.is(b.start(), "a", false, "given up")

		b.must(b.Try([]byte("name = \"d\"\n")))
		b.start()
		b.must(b.Try([]byte("name = \"e\"\n")))
		b.is(b.start(), "e", true, "on trial")
		if !b.failed(errors.New("no port")) || b.failed(errors.New("no port")) {
			t.Error("a run fails while none is on trial, or none while one is")
		}
		b.is(b.start(), "a", false, "does not work; the previous configuration is back: no port")

		b.must(b.Try([]byte("name = \"f\"\n")))
		b.start()
		b.end()
		b = newBench(t, dir) // a power cut
		b.is(b.start(), "a", false, "stopped before")

		var said string
		if err := b.Try([]byte("[http]\naddr = \":80\"\n[text]\nspeed = 1\n")); err != nil {
			said = err.Error()
		}
		if said != "line 2: http.addr: only the administrator's file may set it" || b.anews != 0 {
			t.Errorf("a bad one: %q, %d new starts", said, b.anews)
		}
		b.is(b.start(), "a", false, "stopped before")
	})
}

// TestUnsavedConfiguration: a folder that cannot be read at the start is owed to whoever has
// written a configuration; before a start, and with a good folder, nothing is.
func TestUnsavedConfiguration(t *testing.T) {
	good, bad := t.TempDir(), t.TempDir()
	must.Do(t, os.MkdirAll(filepath.Join(bad, "config/config.toml/full"), 0o700))
	for _, row := range []struct{ dir, want string }{{good, ""},
		{bad, "the page's configuration cannot be saved: config: "}} {
		tr := newTrial(Options{Layers: config.Layers{File: os.DevNull}, Dir: row.dir, Log: slog.New(slog.DiscardHandler)})
		if err := tr.Unsaved(); err != nil {
			t.Errorf("before the start: %v", err)
		}
		must.Equal(t, must.Get(tr.begin())(t).Name, "ledpost", "the device does not start")
		err := tr.Unsaved()
		if (err == nil) != (row.want == "") || err != nil && !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%v, want %q", err, row.want)
		}
	}
}

// TestRenames: another name is kept and told without a trial or a new start; during a
// trial, and where the administrator's file has the name, nothing changes.
func TestRenames(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		b := startBench(t, dir)
		var told []string
		b.tells(func(name string) { told = append(told, name) }, nil)
		b.must(b.Rename("Kitchen"))
		if b.anews != 0 || strings.Join(told, " ") != "Kitchen" || string(b.Text()) != "name = \"Kitchen\"\n" {
			t.Errorf("%d new starts, told %q, kept %q", b.anews, told, b.Text())
		}
		b.is(b.start(), "Kitchen", false, "")
		b.must(b.Try([]byte("name = \"b\"\n")))
		b.start()
		if err := b.Rename("Hall"); err != rest.ErrTrial {
			t.Errorf("during a trial: %v", err)
		}
		b.must(b.Return())
		if err := b.Rename("Hall"); err != rest.ErrTrial { // it would keep what was given up
			t.Errorf("after a trial, before the next start: %v", err)
		}
		b.is(b.start(), "Kitchen", false, "given up")
		b.must(os.WriteFile(b.layers.File, []byte("name = \"Office\"\n"), 0o600))
		if err := b.Rename("Hall"); err != live.Locked("name") {
			t.Errorf("of the administrator's file: %v", err)
		}
	})
}

// TestMoves: another zone is kept and told without a trial or a new start; one that there is not, one
// during a trial, and one where the administrator's file has it, change nothing.
func TestMoves(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		b := startBench(t, dir)
		var told []string
		b.tells(func(string) {}, func(at *time.Location) { told = append(told, at.String()) })
		b.must(b.Move("Asia/Tokyo"))
		if b.anews != 0 || strings.Join(told, " ") != "Asia/Tokyo" || string(b.Text()) != "zone = \"Asia/Tokyo\"\n" {
			t.Errorf("%d new starts, told %q, kept %q", b.anews, told, b.Text())
		}
		must.Fail(t, b.Move("Asia/Nowhere"), "zone", "no zone")
		b.must(b.Try([]byte("name = \"b\"\n")))
		b.start()
		if err := b.Move("Europe/Berlin"); err != rest.ErrTrial {
			t.Errorf("during a trial: %v", err)
		}
		b.must(b.Return())
		b.start()
		b.must(os.WriteFile(b.layers.File, []byte("zone = \"Europe/Paris\"\n"), 0o600))
		if err := b.Move("Europe/Berlin"); err != live.Locked("zone") {
			t.Errorf("of the administrator's file: %v", err)
		}
		if len(told) != 1 {
			t.Errorf("told %q", told)
		}
	})
}

// TestRunsAnew: the whole appliance ends and starts with what was written, and goes
// back when that cannot run.
func TestRunsAnew(t *testing.T) {
	dir := t.TempDir()
	kept := config.NewKept(durable.Dir(dir))
	must.Do(t, kept.Try([]byte("name = \"tried\"\n")))
	// It listens where nobody can, which only a trial survives.
	runs := 0
	layers := config.Layers{File: os.DevNull, Flags: func(c *config.Config) error {
		runs++
		c.HTTP.Addr, c.HTTP.TLS, c.HTTP.Pairing = "127.0.0.1:0", "", ""
		c.Discovery.SSDP, c.Discovery.MDNS = false, false
		if c.Name == "tried" {
			c.HTTP.Addr = "192.0.2.1:1" // TEST-NET-1, RFC 5737
		}
		return nil
	}}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan error, 1)
	out := make(chan string, 10)
	go func() {
		done <- Run(ctx,
			Options{Layers: layers, Dir: dir, Key: "0123456789", Out: lines(out), Log: slog.New(slog.DiscardHandler)})
	}()
	select {
	case <-out: // the greeting: it runs
	case err := <-done:
		t.Fatal(err)
	case <-time.After(time.Minute):
		t.Fatal("it does not run")
	}
	cancel()
	must.Do(t, <-done)
	must.Equal(t, runs, 2, "runs, want the tried one and the last good one")
	if s, err := kept.Begin(); err != nil || s.Own != nil || s.Trial || s.Broken {
		t.Errorf("%+v, %v: the trial is not over", s, err)
	}
	if _, saved := store.Open(durable.Dir(dir), store.Options{Log: slog.New(slog.DiscardHandler)}); saved.Unclean != 0 {
		t.Errorf("%d unclean ends are counted", saved.Unclean)
	}
}

// lines sends what is written to it.
type lines chan string

func (l lines) Write(b []byte) (int, error) {
	select {
	case l <- string(b):
	default:
	}
	return len(b), nil
}
