// SPDX-License-Identifier: Apache-2.0

package recipes

import (
	"encoding/json"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	broker "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/hooks/auth"
	"github.com/mochi-mqtt/server/v2/listeners"
	"github.com/mochi-mqtt/server/v2/packets"

	"github.com/ledpost/ledpost/internal/must"
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
