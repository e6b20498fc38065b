// SPDX-License-Identifier: Apache-2.0

package recipes

import (
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// TestDoorbell: the doorbell's message stays for the minute that the page promises, and then
// leaves the panel by itself.
func TestDoorbell(t *testing.T) {
	const promise = "It stays for a minute, or until somebody dismisses it"
	if !strings.Contains(strings.Join(strings.Fields(guide(t)), " "), promise) {
		t.Errorf("the page does not say %q", promise)
	}
	bodies := 0
	for _, b := range blocks(t) {
		if b.heading != "Doorbell" {
			continue
		}
		bodies++
		t.Run(b.language, func(t *testing.T) {
			message := must.Get(wire.ParseNotification([]byte(b.body(t))))(t)
			synctest.Test(t, func(t *testing.T) {
				d, began := start(t), time.Now()
				must.Get(d.Notify(t.Context(), message, ""))(t)
				for _, row := range []struct {
					at    time.Duration
					shown bool
				}{{0, true}, {59 * time.Second, true}, {61 * time.Second, false}} {
					time.Sleep(row.at - time.Since(began))
					if _, shown, err := d.Current(t.Context()); err != nil || shown != row.shown {
						t.Errorf("after %v it is on the panel: %v, %v; the page says %q", row.at, shown, err, promise)
					}
				}
			})
		})
	}
	if bodies != 2 {
		t.Errorf("%d requests, want the automation's and the script's", bodies)
	}
}

// body is what a block sends: the payload of its automation, or the text after curl's -d.
func (b block) body(t *testing.T) string {
	t.Helper()
	if b.language == "yaml" {
		var a automation
		if err := yaml.Unmarshal([]byte(b.text), &a); err != nil || len(a.Actions) != 1 {
			t.Fatalf("%+v, %v", a, err)
		}
		return a.Actions[0].Data.Payload
	}
	m := regexp.MustCompile(`(?s)-d '(.*)'`).FindStringSubmatch(b.text)
	if m == nil {
		t.Fatalf("%s sends nothing", b.text)
	}
	return m[1]
}

// start runs a device of 37×8 within the test, without hardware.
func start(t *testing.T) *device.Device {
	t.Helper()
	set := must.Get(fonts.Open(fonts.Options{}))(t)
	d := device.New(device.Config{
		Width: 37, Height: 8, Limits: device.DefaultLimits, Location: time.UTC,
		Apps: []device.App{blank{}}, Fonts: set, Icons: icons.New(icons.Config{}, slog.New(slog.DiscardHandler)),
	}, device.Fresh(), device.Edges{Screen: blank{}, Speaker: blank{}, Keeper: blank{}})
	must.Run(t, d.Run)
	return d
}

// blank is the edges of a device that nobody looks at, and its one app, which shows nothing.
type blank struct{}

func (blank) Show(render.Scene)                                {}
func (blank) Play(sounds.Track, ...sounds.Track)               {}
func (blank) Save(device.Saved)                                {}
func (blank) About() device.About                              { return device.About{Package: "com.example.blank"} }
func (blank) Step(time.Time) device.Now                        { return device.Now{} }
func (blank) Do(_, _ string, _ device.Args, _ time.Time) error { return nil }
