// SPDX-License-Identifier: Apache-2.0

package recipes

import (
	"encoding/json"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	broker "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/hooks/auth"
	"github.com/mochi-mqtt/server/v2/listeners"
	"github.com/mochi-mqtt/server/v2/packets"
	"gopkg.in/yaml.v3"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// An automation of Home Assistant, as far as the recipes use it.
type automation struct {
	Alias      string
	Triggers   []map[string]any
	Actions    []call
	Conditions []map[string]any
}

// A call is an action of an automation.
type call struct {
	Action string
	Data   struct {
		Topic, Payload                           string // of mqtt.publish
		DeviceID                                 string `yaml:"device_id"`
		Message, Icon, Sound, Priority, IconType string // of lametric.message
		Cycles                                   *int
		StatisticIDs                             string `yaml:"statistic_ids"` // of recorder.get_statistics
		StartTime                                string `yaml:"start_time"`
		Period, Types                            string
	}
	ResponseVariable string `yaml:"response_variable"`
}

// check checks a call of recorder.get_statistics by the schema of Home Assistant
// (components/recorder/services.py).
func (c call) check(t *testing.T) {
	t.Helper()
	if !slices.Contains([]string{"5minute", "hour", "day", "week", "month"}, c.Data.Period) ||
		!slices.Contains([]string{"change", "last_reset", "max", "mean", "min", "state", "sum"}, c.Data.Types) ||
		!strings.Contains(c.Data.StartTime, "now()") || c.Data.StatisticIDs == "" || c.ResponseVariable == "" {
		t.Errorf("Home Assistant would refuse %+v", c)
	}
}

var (
	expression = regexp.MustCompile(`\{\{.*?\}\}`)
	// statistics are a list of values of an answer: its variable, the statistic and the type.
	statistics = regexp.MustCompile(`^\{\{ (\w+)\.statistics\['([^']+)'\] \| map\(attribute='(\w+)'\) \| ` +
		`join\(', '\) \}\}$`)
)

// filled is a template of Home Assistant with values in place of its expressions:
// three numbers for the statistics of an answer, else one.
func filled(t *testing.T, template string, answers map[string]call) string {
	t.Helper()
	return expression.ReplaceAllStringFunc(template, func(e string) string {
		m := statistics.FindStringSubmatch(e)
		switch {
		case m == nil && strings.Contains(e, ".statistics"):
			t.Errorf("%s is no list of statistics", e)
		case m == nil:
		case answers[m[1]].Data.StatisticIDs != m[2] || answers[m[1]].Data.Types != m[3]:
			t.Errorf("no action before has the answer of %s", e)
		default:
			return "18.25, 19.5, 21"
		}
		return "21"
	})
}

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

// hub runs a broker at an address. What publish sends has to be answered by a device
// with success, once it is there.
func hub(t *testing.T) (address string, publish func(t *testing.T, topic, payload string)) {
	t.Helper()
	hub := broker.New(&broker.Options{InlineClient: true, Logger: slog.New(slog.DiscardHandler)})
	must.Do(t, hub.AddHook(new(auth.AllowHook), nil))
	tcp := listeners.NewTCP(listeners.Config{ID: "tcp", Address: "127.0.0.1:0"})
	must.Do(t, hub.AddListener(tcp))
	must.Do(t, hub.Serve())
	t.Cleanup(func() { _ = hub.Close() })
	there, results := make(chan struct{}, 8), make(chan []byte, 8)
	subscribe := func(topic string, id int, got func(payload []byte)) {
		must.Do(t,
			hub.Subscribe(topic, id, func(_ *broker.Client, _ packets.Subscription, p packets.Packet) { got(p.Payload) }))
	}
	subscribe("ledpost/SERIAL/availability", 1, func(payload []byte) {
		if string(payload) == "online" {
			there <- struct{}{}
		}
	})
	subscribe("ledpost/SERIAL/result", 2, func(payload []byte) { results <- payload })
	waited := false
	return tcp.Address(), func(t *testing.T, topic, payload string) {
		t.Helper()
		if !waited {
			wait(t, there, "the device on the broker")
			waited = true
		}
		must.Do(t, hub.Publish(topic, []byte(payload), false, 1))
		said := wait(t, results, "the result of "+topic)
		var result struct {
			OK bool `json:"ok"`
		}
		if err := json.Unmarshal(said, &result); err != nil || !result.OK {
			t.Errorf("%s %s: %s, %v", topic, payload, said, err)
		}
	}
}

// wait waits for something, also on a machine that has other work.
func wait[T any](t *testing.T, c <-chan T, what string) (got T) {
	t.Helper()
	select {
	case got = <-c:
	case <-time.After(2 * time.Minute):
		t.Fatalf("no %s", what)
	}
	return got
}
