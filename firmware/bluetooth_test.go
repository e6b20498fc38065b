// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"io"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/devicetest"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/internal/must"
)

// TestAuthorize: over Bluetooth a network is joined only if somebody presses a button; where
// no panel could ask, only on a device that nobody has used.
func TestAuthorize(t *testing.T) {
	wall := hw.NewPanelConfig("max7219", &max7219.Config{Port: "SPI0.0"})
	press := func(t *testing.T, d *device.Device) {
		time.Sleep(2 * time.Second) // a press before the question was readable is no answer
		if _, err := d.PressHere(t.Context(), device.ButtonAction, device.Down); err != nil {
			t.Error(err)
		}
	}
	for _, row := range []struct {
		name  string
		panel hw.PanelConfig
		do    func(*testing.T, *device.Device)
		end   time.Duration // of the connection; 0 = never
		want  bool
		took  time.Duration // at most
	}{
		{"new, without a panel", hw.PanelConfig{}, nil, 0, true, 0},
		{"used, without a panel", hw.PanelConfig{}, func(t *testing.T, d *device.Device) {
			must.Do(t, d.Used(t.Context()))
		}, 0, false, 0},
		{"a press", wall, press, 0, true, 3 * time.Second},
		{"nobody is there", wall, nil, 0, false, time.Minute + time.Second},
		{"the client goes", wall, nil, 5 * time.Second, false, 6 * time.Second},
	} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := devicetest.Run(t)
				cfg := config.Default()
				cfg.Panel = row.panel
				a := &appliance{device: d, greeting: &greeting{},
					Options: Options{Out: io.Discard, Log: slog.New(slog.DiscardHandler)}, Config: cfg}
				must.Do(t, a.openHardware())
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if row.end > 0 {
					time.AfterFunc(row.end, cancel)
				}
				if a.hardware.Simulated() && row.do != nil {
					row.do(t, d)
				} else if row.do != nil {
					go row.do(t, d)
				}
				begun := time.Now()
				if got := a.authorize(ctx); got != row.want || time.Since(begun) > row.took {
					t.Errorf("%v after %v, want %v after at most %v", got, time.Since(begun), row.want, row.took)
				}
				synctest.Wait()
				if d.Status().Asking {
					t.Error("the panel still asks")
				}
			})
		})
	}
}
