// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
)

// lastOn is the last message on a topic.
func (p *paper) lastOn(topic string) (m message) {
	if all := p.on(topic); len(all) > 0 {
		m = all[len(all)-1]
	}
	return m
}

const configTopic = "homeassistant/device/ledpost_" + serial + "/config"

// shared are the keys that every component may have, and platforms those of each
// besides (home-assistant.io/integrations/<platform>.mqtt, 2026.10); the first
// ones, up to the bar, are required.
var (
	shared    = "platform unique_id name icon device_class entity_category enabled_by_default"
	platforms = map[string]string{
		"light": "command_topic | payload_on payload_off state_topic state_value_template brightness_command_topic " +
			"brightness_command_template " +
			"brightness_state_topic brightness_value_template brightness_scale rgb_command_topic rgb_command_template " +
			"rgb_state_topic rgb_value_template " +
			"effect_list effect_command_topic effect_command_template effect_state_topic effect_value_template",
		"number":        "command_topic | command_template state_topic value_template min max step mode unit_of_measurement",
		"select":        "command_topic options | command_template state_topic value_template",
		"switch":        "command_topic | payload_on payload_off state_topic state_on state_off value_template",
		"notify":        "command_topic | command_template",
		"text":          "command_topic | command_template min max",
		"button":        "command_topic | payload_press",
		"event":         "state_topic event_types | value_template",
		"update":        "state_topic | value_template command_topic payload_install",
		"image":         "image_topic | content_type",
		"binary_sensor": "state_topic | value_template",
		"sensor":        "state_topic | value_template state_class unit_of_measurement",
	}
)

// TestDiscovery: the payload as a whole, and against what Home Assistant takes.
func TestDiscovery(t *testing.T) {
	p := &paper{}
	inFakeTime(t, p, func(t *testing.T, c *Client) {
		time.Sleep(time.Second)
		m := p.lastOn(configTopic)
		if !m.retained {
			t.Error("is not kept by the broker")
		}
		var pretty bytes.Buffer
		must.Do(t, json.Indent(&pretty, m.payload, "", "  "))
		pretty.WriteByte('\n')
		const golden = "testdata/discovery.json"
		if *update {
			must.Do(t, os.WriteFile(golden, pretty.Bytes(), 0o644))
		}
		if want, _ := os.ReadFile(golden); !bytes.Equal(pretty.Bytes(), want) {
			t.Errorf("differs from %s, which -update writes:\n%s", golden,
				strings.Join(differences("", decoded(t, want), decoded(t, m.payload)), "\n"))
		}
		checkDiscovery(t, m.payload)
	})
}

// decoded returns the value of a JSON text.
func decoded(t *testing.T, text []byte) (v any) {
	t.Helper()
	must.Do(t, json.Unmarshal(text, &v))
	return v
}

// differences returns a line for each value that is not the same, by its path; of an object
// that is in one alone, a single line.
func differences(path string, want, got any) (lines []string) {
	w, isW := want.(map[string]any)
	g, isG := got.(map[string]any)
	switch {
	case isW && isG:
		keys := slices.Concat(slices.Collect(maps.Keys(w)), slices.Collect(maps.Keys(g)))
		slices.Sort(keys)
		for _, k := range slices.Compact(keys) {
			lines = append(lines, differences(path+"/"+k, w[k], g[k])...)
		}
	case !reflect.DeepEqual(want, got):
		before, _ := json.Marshal(want)
		now, _ := json.Marshal(got)
		lines = append(lines, fmt.Sprintf("%s: %s, want %s", path, now, before))
	}
	return lines
}

// TestDifferences: one more entity of twenty is one line.
func TestDifferences(t *testing.T) {
	want := map[string]any{"a": 1.0, "b": map[string]any{"c": "x", "d": "y"}}
	got := map[string]any{"a": 1.0, "b": map[string]any{"c": "z", "d": "y"}, "e": map[string]any{"f": true}}
	lines := differences("", want, got)
	if !slices.Equal(lines, []string{`/b/c: "z", want "x"`, `/e: {"f":true}, want null`}) {
		t.Errorf("%q", lines)
	}
}

// checkDiscovery holds a payload against the schemas.
func checkDiscovery(t *testing.T, payload []byte) {
	t.Helper()
	var all struct {
		Device struct {
			Identifiers []string
		}
		Origin     struct{ Name string }
		Components map[string]map[string]any
	}
	must.Do(t, json.Unmarshal(payload, &all))
	if len(all.Device.Identifiers) == 0 || all.Origin.Name == "" {
		t.Errorf("device %+v, origin %+v", all.Device, all.Origin)
	}
	ids := map[string]bool{}
	for name, e := range all.Components {
		platform, _ := e["platform"].(string)
		rule, known := platforms[platform]
		if !known {
			t.Errorf("%s: no platform %q", name, platform)
		}
		if len(e) == 1 {
			continue // takes it away
		}
		id, _ := e["unique_id"].(string)
		if ids[id] || id == "" {
			t.Errorf("%s: the id %q is not its own", name, id)
		}
		ids[id] = true
		required, optional, _ := strings.Cut(rule, "|")
		for _, key := range strings.Fields(required) {
			if e[key] == nil {
				t.Errorf("%s: lacks %s", name, key)
			}
		}
		may := strings.Fields(shared + " " + required + " " + optional)
		for key := range maps.Keys(e) {
			if !slices.Contains(may, key) {
				t.Errorf("%s: a %s has no %s", name, platform, key)
			}
		}
	}
}

// TestEntitiesChange: what depends on the device is announced again when that
// changes, and only then.
func TestEntitiesChange(t *testing.T) {
	p := &paper{}
	inFakeTime(t, p, func(t *testing.T, c *Client) {
		options := func() any {
			synctest.Wait()
			all := fields(t, string(p.lastOn(configTopic).payload))["components"].(map[string]any)
			return all["app"].(map[string]any)["options"]
		}
		lux := func() int {
			all := fields(t, string(p.lastOn(configTopic).payload))["components"].(map[string]any)
			return len(all["lux"].(map[string]any))
		}
		time.Sleep(time.Second)
		if got := options(); len(got.([]any)) != 2 || lux() != 1 {
			t.Fatalf("apps %v, lux of %d keys", got, lux())
		}
		for i := range 5 {
			must.Get(c.dev.SetVolume(t.Context(), i))(t)
			time.Sleep(time.Second)
		}
		if n := p.count(configTopic); n != 1 {
			t.Errorf("announced %d times though nothing of it has changed", n)
		}
		must.Do(t, c.dev.SetLux(t.Context(), 120))
		must.Get(c.dev.AddWidget(t.Context(), "com.lametric.clock", nil))(t)
		time.Sleep(time.Second)
		if got := options(); len(got.([]any)) != 3 || lux() < 5 {
			t.Errorf("apps %v, lux of %d keys", got, lux())
		}
	})
}

// TestAirIsAnEntity once it is measured, and gone when it no longer is.
func TestAirIsAnEntity(t *testing.T) {
	p := &paper{}
	inFakeTime(t, p, func(t *testing.T, c *Client) {
		keys := func(name string) int {
			synctest.Wait()
			all := fields(t, string(p.lastOn(configTopic).payload))["components"].(map[string]any)
			return len(all[name].(map[string]any))
		}
		time.Sleep(time.Second)
		if keys("temperature") != 1 || keys("humidity") != 1 {
			t.Error("there are entities without a sensor")
		}
		must.Do(t, c.dev.SetClimate(t.Context(), device.Climate{Temperature: device.Measured{Value: 21.46, Known: true}}))
		time.Sleep(time.Second)
		if keys("temperature") < 5 || keys("humidity") != 1 {
			t.Error("a temperature alone is measured")
		}
		state := fields(t, string(p.lastOn("ledpost/SA150600000100W00BS9/state/sensors").payload))
		if state["temperature"] != 21.5 || state["humidity"] != nil {
			t.Errorf("state/sensors is %v", state)
		}
		all := device.Climate{Humidity: device.Measured{Value: 40, Known: true},
			CO2: device.Measured{Value: 700, Known: true}}
		must.Do(t, c.dev.SetClimate(t.Context(), all))
		time.Sleep(time.Second)
		if keys("temperature") != 1 || keys("humidity") < 5 || keys("co2") < 5 {
			t.Error("all but the temperature is measured")
		}
		must.Do(t, c.dev.SetClimate(t.Context(), device.Climate{Temperature: device.Measured{Value: 20, Known: true}}))
		time.Sleep(time.Second)
		if keys("humidity") != 1 || keys("co2") != 1 {
			t.Error("entities stay that are no longer measured")
		}
		must.Do(t, c.dev.SetClimate(t.Context(), device.Climate{}))
		time.Sleep(time.Second)
		if keys("temperature") != 1 {
			t.Error("the entity stays without a sensor")
		}
	})
}

// TestPresence: who is there, once a sensor has told it.
func TestPresence(t *testing.T) {
	p := &paper{}
	inFakeTime(t, p, func(t *testing.T, c *Client) {
		for _, row := range []struct {
			tell  []bool
			keys  int
			state any
		}{{nil, 1, nil}, {[]bool{true}, 5, true}, {[]bool{false}, 5, false}} {
			for _, here := range row.tell {
				must.Do(t, c.dev.SetPresence(t.Context(), here))
			}
			time.Sleep(time.Second)
			all := fields(t, string(p.lastOn(configTopic).payload))["components"].(map[string]any)
			state := fields(t, string(p.lastOn("ledpost/SA150600000100W00BS9/state/sensors").payload))
			if n := len(all["presence"].(map[string]any)); n < row.keys || row.keys == 1 && n != 1 ||
				state["presence"] != row.state {
				t.Errorf("told %v: %d keys, state %v", row.tell, n, state["presence"])
			}
		}
	})
}

// TestTitles: no two widgets can be mistaken for each other.
func TestTitles(t *testing.T) {
	byID, order := titles([]device.WidgetSettings{
		{ID: "a", Title: "Clock", Visible: true}, {ID: "b", Title: "Hidden"}, {ID: "c", Title: "Clock", Visible: true},
		{ID: "d", Title: "Clock 2", Visible: true}, {ID: "e", Visible: true},
	})
	if got := strings.Join(order, ", "); got != "Clock, Clock 2, Clock 2 2, 2" || byID["d"] != "Clock 2 2" ||
		byID["b"] != "" {
		t.Errorf("%s; %v", got, byID)
	}
}

// TestPayloadsOfEntities: what Home Assistant sends by itself is a command that
// the device takes.
func TestPayloadsOfEntities(t *testing.T) {
	p := &paper{}
	inFakeTime(t, p, func(t *testing.T, c *Client) {
		time.Sleep(time.Second)
		for name, e := range fields(t, string(p.lastOn(configTopic).payload))["components"].(map[string]any) {
			topic, _ := e.(map[string]any)["command_topic"].(string)
			for _, key := range []string{"payload_on", "payload_off", "payload_press"} {
				payload, ok := e.(map[string]any)[key].(string)
				if !ok {
					continue
				}
				p.receive(message{topic: topic, payload: []byte(payload)})
				synctest.Wait()
				if got := fields(t, string(p.lastOn(prefix+"/result").payload)); got["ok"] != true {
					t.Errorf("%s: %s: %v", name, payload, got)
				}
			}
		}
	})
	// as asNotification makes it
	if _, err := wire.ParseNotification([]byte(`{"model": {"frames": [{"text": "{braces}"}]}}`)); err != nil {
		t.Error(err)
	}
}
