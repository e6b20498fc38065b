// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"bytes"
	"context"
	"errors"
	"image"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device/devicetest"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/hw/light"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// TestFaultsAtStart: the code of a fault stands on the panel, so that its page can be
// found; a simulator without hardware has none. What no owner reports is in the log and in
// the health.
func TestFaultsAtStart(t *testing.T) {
	panel := hw.NewPanelConfig("max7219", &max7219.Config{Port: "SPI7.9"}) // nobody has that
	sensor := hw.NewLightConfig("bh1750", &light.BH1750Config{Port: "I2C7"})
	for _, row := range []struct {
		name     string
		panel    hw.PanelConfig
		light    hw.LightConfig
		keys     map[string]string // of the buttons; nil = there are none
		opens    error             // of the panel
		code     string
		reported bool // by the owner
	}{
		{"a simulator", hw.PanelConfig{}, hw.LightConfig{}, nil, nil, "", false},
		{"a panel that does not open", panel, hw.LightConfig{}, nil, errors.New("no such port"),
			string(doctor.CodeSPI), true},
		{"a panel of which only the doctor knows", panel, hw.LightConfig{}, nil, nil, string(doctor.CodeSPI), false},
		{"a simulator with a sensor", hw.PanelConfig{}, sensor, nil, nil, string(doctor.CodeI2C), true},
		{"a simulator with a button", hw.PanelConfig{}, hw.LightConfig{}, map[string]string{"KEY_LFT": "left"}, nil,
			string(doctor.CodeConfig), false},
	} {
		t.Run(row.name, func(t *testing.T) {
			cfg := config.Default()
			cfg.Panel, cfg.Light = row.panel, row.light
			var log bytes.Buffer
			p := must.Get(newPanel(cfg.Config, image.Point{}, slog.New(slog.DiscardHandler)))(t)
			p.opened.end(row.opens)
			l := &lightSensor{cfg: cfg.Config, read: newAttempt()}
			l.read.end(errors.New("no such bus"))
			b := &buttons{}
			if row.keys != nil {
				cfg.Input.Keys, b.sources = row.keys, input.Sources{pushes{}}
			}
			x := &diagnosis{cfg: cfg, panel: p, light: l, buttons: b,
				log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))}
			d := devicetest.Run(t)
			stop := must.Run(t, func(ctx context.Context) error { return x.run(ctx, d) })
			if row.code != "" {
				eventually.True(t, "the code is shown", func() bool {
					all, err := d.Queue(t.Context())
					return err == nil && len(all) == 1 && all[0].Frames[0].Text[0].Text == row.code &&
						all[0].IconType == note.IconTypeAlert
				})
			}
			stop()
			if row.code == "" && d.Status().Waiting != 0 {
				t.Error("something is shown")
			}
			silent := row.code == "" || row.reported
			if got := x.health(); silent != (len(got) == 0) || silent != (log.Len() == 0) ||
				!silent && !strings.Contains(got[0].Detail, row.code) {
				t.Errorf("health %+v, log %s", got, log.String())
			}
			found := x.examine(t.Context())
			told := slices.ContainsFunc(found, func(l doctor.Line) bool {
				return l.Code == doctor.Code(row.code) && l.Level == doctor.Fault && l.Fix != ""
			})
			if wants := row.code != "" && !row.light.Chosen(); wants && !told {
				t.Errorf("the page is told %+v", found)
			}
		})
	}
}

// TestCodeOfAFaultIsNotShown while the device is ending: that is in the log, for whoever
// looks for it there.
func TestCodeOfAFaultIsNotShown(t *testing.T) {
	for _, row := range []struct {
		why   string
		ends  bool
		lines int
	}{{"a device that runs", false, 0}, {"a device that is ending", true, 1}} {
		var log bytes.Buffer
		x := &diagnosis{log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if row.ends {
			cancel()
		}
		x.showCode(ctx, devicetest.Run(t), doctor.CodeSPI)
		if got := log.String(); strings.Count(got, "the panel cannot show the code of the fault") != row.lines {
			t.Errorf("%s: %q", row.why, got)
		}
	}
}

// TestAdvice: what the doctor knows nothing of keeps its own words.
func TestAdvice(t *testing.T) {
	cfg := config.Default()
	own := errors.New("the wire is loose")
	if err := advise(cfg.Config, "panel", own); err != own {
		t.Errorf("advised %v, want %v", err, own)
	}
	if err := advise(cfg.Config, "panel", nil); err != nil {
		t.Errorf("advised %v about nothing", err)
	}
	cfg.Panel = hw.NewPanelConfig("max7219", &max7219.Config{Port: "SPI7.9"}) // nobody has that
	err := advise(cfg.Config, "panel", own)
	if !errors.Is(err, own) || !strings.HasPrefix(err.Error(), string(doctor.CodeSPI)+": ") {
		t.Errorf("advised %v, want the code of a port that is not there", err)
	}
	if err := advise(cfg.Config, "light", own); err != own {
		t.Errorf("the panel's fault is told of the light: %v", err)
	}
}
