// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"context"
	"image"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/awtrix"
	"github.com/ledpost/ledpost/api/mqtt"
	"github.com/ledpost/ledpost/apps/custom"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/devicetest"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/hw/input"
)

// TestPressesOfAWTRIX: automations of AWTRIX learn when a button goes down and when it is up
// again, once each; what the device makes of a press, such as a click, is nothing to them.
func TestPressesOfAWTRIX(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		quiet, d := slog.New(slog.DiscardHandler), devicetest.Run(t)
		app := custom.New(kit.Env{Size: image.Pt(37, 8)}, nil, 0)
		server := awtrix.New(awtrix.Config{Enabled: true, Prefix: "hall"}, d, app, awtrix.Machine{}, quiet)
		var said []string
		ctx, cancel := context.WithCancel(t.Context())
		over := make(chan struct{})
		go func() {
			defer close(over)
			_ = server.Serve(ctx, func(_ context.Context, topic string, payload []byte, _ bool) error {
				if name, ok := strings.CutPrefix(topic, "hall/stats/button"); ok {
					said = append(said, name+" "+string(payload))
				}
				return nil
			})
		}()
		synctest.Wait()
		b := broker{awtrix: server, client: mqtt.New(mqtt.Config{}, d, nil, mqtt.About{}, quiet)}
		for _, kind := range []input.Kind{input.Down, input.Repeat, input.Up, input.Click} {
			b.pressed(input.Event{Button: input.Left, Kind: kind})
			time.Sleep(time.Millisecond)
		}
		cancel()
		<-over
		if want := []string{"Left 1", "Left 0"}; !slices.Equal(said, want) {
			t.Errorf("%q, want %q", said, want)
		}
	})
}

// TestAbsentBroker: a broker that is away makes the device degraded, not failed.
func TestAbsentBroker(t *testing.T) {
	dev := device.New(device.Config{Width: 8, Height: 8}, device.Fresh(), devicetest.Nowhere())
	if got := (&broker{}).health(); got != nil {
		t.Errorf("without a broker: %+v", got)
	}
	for source, want := range map[string]api.Status{"tcp://127.0.0.1:1": api.Degraded, mqtt.FindBroker: api.Absent} {
		b := &broker{cfg: mqtt.Config{Broker: source}}
		b.client = mqtt.New(b.cfg, dev, nil, mqtt.About{}, slog.New(slog.DiscardHandler)) // never runs: not connected
		if got := b.health(); len(got) != 1 || got[0].Status != want || got[0].Detail == "" {
			t.Errorf("%s: %+v, want %s", source, got, want)
		}
	}
}

// TestDiagnoseMQTT: a broker that is away is a fault with a reason, and one that was to be
// found by itself only a warning.
func TestDiagnoseMQTT(t *testing.T) {
	if got := DiagnoseMQTT(t.Context(), mqtt.Config{}); got != nil {
		t.Errorf("without a broker: %+v", got)
	}
	got := DiagnoseMQTT(t.Context(), mqtt.Config{Broker: "tcp://127.0.0.1:1"})
	if len(got) != 1 || got[0].Level != doctor.Fault || !strings.HasPrefix(got[0].Text, "tcp://127.0.0.1:1: ") ||
		strings.Contains(got[0].Text, "mqtt: ") || got[0].Fix == "" {
		t.Errorf("%+v", got)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if got := DiagnoseMQTT(ctx, mqtt.Config{Broker: mqtt.FindBroker}); len(got) != 1 || got[0].Level != doctor.Warning ||
		got[0].Fix == "" {
		t.Errorf("%+v", got)
	}
}
