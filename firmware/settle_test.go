// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/onboard"
	"github.com/ledpost/ledpost/update"
)

// TestSettle: the name and the zone are kept, without a trial, and the device restarts
// with them; what the administrator has set stays.
func TestSettle(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, "admin.toml"), []byte("zone = \"UTC\"\n"), 0o600))
	tr := newTrial(
		Options{Dir: dir, Layers: config.Layers{File: filepath.Join(dir, "admin.toml")}, Log: slog.New(slog.DiscardHandler)})
	must.Get(tr.begin())(t)
	starts := 0
	tr.starts(func() { starts++ })
	if err := tr.settle(onboard.Given{}); err != nil || starts != 0 {
		t.Errorf("nothing to keep: %v, started again %d times", err, starts)
	}
	must.Do(t, tr.Try([]byte("name = \"page\"\n")))
	starts = 0
	if err := tr.settle(onboard.Given{Name: "Kitchen"}); !errors.Is(err, errOnTrial) || starts != 0 {
		t.Errorf("while that of the page waits for its trial: %v, started again %d times", err, starts)
	}
	if next, err := tr.begin(); err != nil || next.Name != "page" {
		t.Errorf("name %q, %v: that of the page was overwritten", next.Name, err)
	}
	must.Do(t, tr.Return())
	must.Get(tr.begin())(t)
	starts = 0
	if err := tr.settle(onboard.Given{Name: "Kitchen", Zone: "Europe/Berlin"}); err == nil || starts != 1 {
		t.Errorf("one that the administrator has set: %v, started again %d times", err, starts)
	}
	cfg, err := tr.begin()
	if err != nil || cfg.Name != "Kitchen" || cfg.Zone != "UTC" || tr.running {
		t.Errorf("name %q, zone %q, on trial %v, %v", cfg.Name, cfg.Zone, tr.running, err)
	}
}

// TestSettlePanel: another panel is tried. The panel itself asks whether it is right; a press
// of a button keeps it, and without one the old panel is back after a minute.
func TestSettlePanel(t *testing.T) {
	for _, c := range []struct {
		why     string
		do      func(b *bench)
		anews   int
		running bool
		driver  string
	}{
		{"a press keeps it", func(b *bench) {
			time.Sleep(2 * time.Second)
			_, err := b.device.PressHere(b.t.Context(), device.ButtonLeft, device.Down)
			b.must(err)
		}, 0, false, "hub75"},
		{"the page keeps it", func(b *bench) { b.must(b.Confirm()) }, 0, false, "hub75"},
		{"nobody has read it", func(*bench) { time.Sleep(TrialTime - time.Second) }, 0, true, ""},
		{"nobody could read it", func(*bench) { time.Sleep(TrialTime + time.Second) }, 1, false, "max7219"},
	} {
		t.Run(c.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := startBench(t, t.TempDir())
				b.must(b.settle(onboard.Given{Name: "Kitchen", Panel: "max7219-4"}))
				b.start()
				b.must(b.Confirm())
				b.must(b.settle(onboard.Given{Panel: "hub75-64x32"}))
				if name := b.start(); name != "Kitchen" || !b.State().Trial {
					t.Fatalf("%q, on trial: %v", name, b.State().Trial)
				}
				synctest.Wait()
				c.do(b)
				synctest.Wait()
				if b.anews != c.anews || b.State().Trial != c.running {
					t.Errorf("started again %d times, on trial: %v", b.anews, b.State().Trial)
				}
				if good, err := b.kept.Good(); c.driver != "" &&
					(err != nil || !strings.Contains(string(good), `driver = "`+c.driver+`"`)) {
					t.Errorf("%v\n%s", err, good)
				}
			})
		})
	}
}

// TestSettleFirstPanel: where there was none, it stays, with the name.
func TestSettleFirstPanel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := startBench(t, t.TempDir())
		b.must(b.settle(onboard.Given{Name: "Kitchen", Panel: "hub75-64x32", Stays: true}))
		if b.anews != 1 {
			t.Errorf("started again %d times", b.anews)
		}
		if name := b.start(); name != "Kitchen" || b.State().Trial {
			t.Errorf("%q, on trial: %v", name, b.State().Trial)
		}
		time.Sleep(2 * TrialTime)
		if good, err := b.kept.Good(); err != nil || !strings.Contains(string(good), `driver = "hub75"`) {
			t.Errorf("%v\n%s", err, good)
		}
	})
}

// TestSettlePanelOfTheAdministrator: a panel that the administrator has set stays, and so
// does the device that shows it.
func TestSettlePanelOfTheAdministrator(t *testing.T) {
	for _, stays := range []bool{false, true} {
		dir := t.TempDir()
		admin := filepath.Join(dir, "admin.toml")
		must.Do(t, os.WriteFile(admin, []byte("[panel]\ndriver = \"max7219\"\n"), 0o600))
		tr := newTrial(Options{Dir: dir, Layers: config.Layers{File: admin}, Log: slog.New(slog.DiscardHandler)})
		must.Get(tr.begin())(t)
		tr.starts(func() { t.Error("the device starts again") })
		if err := tr.settle(onboard.Given{Panel: "hub75-64x32", Stays: stays}); err == nil ||
			!strings.Contains(err.Error(), "panel") {
			t.Errorf("stays %v: %v", stays, err)
		}
		if cfg, err := tr.begin(); err != nil || cfg.Panel.Driver() != "max7219" || tr.running || tr.kept.Waits() {
			t.Errorf("stays %v: the next start has %q, on trial: %v, %v", stays, cfg.Panel.Driver(), tr.running, err)
		}
	}
}

// TestPanelChoices: there is one for each driver but the one that joins others and the one of a
// clock's own panel, the configuration takes each, and the administrator's panel leaves none.
func TestPanelChoices(t *testing.T) {
	of := map[string]bool{"composite": true, "lametric": true}
	for _, c := range panelChoices() {
		own, err := config.WithPanel(nil, c.keys)
		if err == nil {
			err = config.Layers{}.Check(own)
		}
		if err != nil || c.ID == "" || c.Title == "" || panelKeys(c.ID) == nil {
			t.Errorf("%+v: %v", c, err)
		}
		of[c.keys["driver"].(string)] = true
	}
	for _, driver := range hw.Drivers() {
		if !of[driver] {
			t.Errorf("there is no choice with a %s", driver)
		}
	}
	dir := t.TempDir()
	admin := filepath.Join(dir, "admin.toml")
	tr := newTrial(Options{Dir: dir, Layers: config.Layers{File: admin}, Log: slog.New(slog.DiscardHandler)})
	for text, some := range map[string]bool{"": true, "[panel]\n": true, "[panel]\ndriver = \"max7219\"\n": false} {
		must.Do(t, os.WriteFile(admin, []byte(text), 0o600))
		if got := tr.panels(); (len(got) > 0) != some {
			t.Errorf("%q: %v", text, got)
		}
	}
	if err := tr.settle(onboard.Given{Panel: "none such"}); err == nil {
		t.Error("a panel that is not offered is taken")
	}
}

// TestSwitchUpdates: what clients want of updates is kept over a restart, in the
// configuration of the page and without another start; what the administrator has set stays.
func TestSwitchUpdates(t *testing.T) {
	on, off := true, false
	for _, row := range []struct {
		why, admin string
		want       live.Releases
		err        error
		url        string
		channel    string
	}{
		{"on", "", live.Releases{Enabled: &on}, nil, update.ProjectURL, "stable"},
		{"on, beta", "", live.Releases{Enabled: &on, Channel: "beta"}, nil, update.ProjectURL, "beta"},
		{"off", "", live.Releases{Enabled: &off}, nil, "", "stable"},
		{"the channel of the administrator's server", "[update]\nurl = \"https://mirror.example\"\n",
			live.Releases{Enabled: &on, Channel: "beta"}, nil, "https://mirror.example", "beta"},
		{"off, though the administrator names a server", "[update]\nurl = \"https://mirror.example\"\n",
			live.Releases{Enabled: &off}, live.Locked("enabled"), "https://mirror.example", "stable"},
		{"on, though the administrator says no", "[update]\nenabled = false\n", live.Releases{Enabled: &on},
			live.Locked("enabled"), "", "stable"},
		{"another channel than the administrator's", "[update]\nchannel = \"stable\"\n",
			live.Releases{Enabled: &on, Channel: "beta"}, live.Locked("channel"), "", "stable"},
	} {
		dir := t.TempDir()
		o := Options{Dir: dir, Layers: config.Layers{File: filepath.Join(dir, "admin.toml")},
			Log: slog.New(slog.DiscardHandler)}
		must.Do(t, os.WriteFile(o.Layers.File, []byte(row.admin), 0o600))
		tr := newTrial(o)
		must.Get(tr.begin())(t)
		tr.starts(func() { t.Errorf("%s: it starts again", row.why) })
		if _, err := tr.switchUpdates(row.want); !errors.Is(err, row.err) {
			t.Errorf("%s: %v, want %v", row.why, err, row.err)
		}
		cfg, err := newTrial(o).begin()
		if err != nil || cfg.Update.URL != row.url || cfg.Update.Channel != row.channel {
			t.Errorf("%s: after a restart %q, channel %q, %v", row.why, cfg.Update.URL, cfg.Update.Channel, err)
		}
	}
}

// TestSwitchUpdatesInATrial: nothing changes while another configuration is on trial.
func TestSwitchUpdatesInATrial(t *testing.T) {
	tr := newTrial(Options{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	must.Do(t, tr.Try([]byte("name = \"page\"\n")))
	if _, err := tr.switchUpdates(live.Releases{Enabled: new(true)}); !errors.Is(err, rest.ErrTrial) {
		t.Error(err)
	}
}
