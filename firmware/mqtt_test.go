// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"image"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/awtrix"
	"github.com/ledpost/ledpost/api/mqtt"
	"github.com/ledpost/ledpost/apps/custom"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/hw/input"
)

// TestPressesOfAWTRIX: automations of AWTRIX learn when a button goes down and when it is up
// again, once each; what the device makes of a press, such as a click, is nothing to them.
func TestPressesOfAWTRIX(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		quiet, d := slog.New(slog.DiscardHandler), runDevice(t)
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
