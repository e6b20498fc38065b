// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"encoding/json"
	"maps"
	"strconv"
)

// object is a part of a discovery payload of Home Assistant (home-assistant.io/integrations/mqtt).
type object = map[string]any

// announcement returns the message that announces the device to Home Assistant in the form of
// AWTRIX; without a topic if it is not to be announced. Published blueprints look for the
// manufacturer and the model, and take the topic from the sensor "Device topic".
func (s *Server) announcement() saying {
	if !s.cfg.Announce || s.cfg.Discovery == "" {
		return saying{}
	}
	uid, form := s.UID(), form{s.cfg.Prefix}
	all := form.lights()
	maps.Copy(all, form.switches())
	for name, e := range all {
		e["unique_id"] = uid + "_" + name
	}
	payload, err := json.Marshal(object{
		"device": object{
			"identifiers": []string{uid}, "name": s.cfg.Prefix, "manufacturer": "Blueforcer", "model": "AWTRIX 3",
			"sw_version": version,
		},
		"origin":             object{"name": "ledpost", "support_url": "https://github.com/ledpost/ledpost"},
		"availability_topic": form.topic("stats/device"), "payload_available": "online", "payload_not_available": "offline",
		"components": all,
	})
	if err != nil {
		return saying{} // cannot happen: only text
	}
	return saying{s.cfg.Discovery + "/device/" + uid + "/config", payload, true}
}

// form makes the announcements of a device with that prefix of its topics.
type form struct{ prefix string }

func (f form) topic(name string) string { return f.prefix + "/" + name }

// lights returns the panel and the indicators as lights.
func (f form) lights() map[string]object {
	all := map[string]object{"matrix": {
		"platform": "light", "name": "Matrix", "icon": "mdi:clock-digital",
		"command_topic": f.topic("power"), "payload_on": `{"power":true}`, "payload_off": `{"power":false}`,
		"state_topic":          f.topic("stats"),
		"state_value_template": `{{ '{"power":true}' if value_json.matrix else '{"power":false}' }}`,

		"brightness_command_topic": f.topic("settings"), "brightness_command_template": `{"ABRI":false,"BRI":{{ value }}}`,
		"brightness_state_topic": f.topic("stats"), "brightness_value_template": "{{ value_json.bri }}",
		"brightness_scale": 255,

		"rgb_command_topic": f.topic("settings"), "rgb_command_template": `{"TCOL":[{{ red }},{{ green }},{{ blue }}]}`,
	}}
	for i := 1; i <= 3; i++ {
		name := "indicator" + strconv.Itoa(i)
		on, off := `{"color":"FFFFFF"}`, `{"color":"0"}`
		all[name] = object{
			"platform": "light", "name": "Indicator " + strconv.Itoa(i), "icon": "mdi:arrow-top-right-thick",
			"command_topic": f.topic(name), "payload_on": on, "payload_off": off,
			"state_topic":          f.topic("stats"),
			"state_value_template": `{{ '` + on + `' if value_json.` + name + ` else '` + off + `' }}`,

			"rgb_command_topic": f.topic(name), "rgb_command_template": `{"color":[{{ red }},{{ green }},{{ blue }}]}`,
		}
	}
	return all
}

// switches returns what can be pressed, and the sensors.
func (f form) switches() map[string]object {
	topic, _ := json.Marshal(f.prefix) // a text of a template, too
	all := map[string]object{
		"dismiss": {"platform": "button", "name": "Dismiss notification", "icon": "mdi:bell-off",
			"command_topic": f.topic("notify/dismiss")},
		"next": {"platform": "button", "name": "Next app", "icon": "mdi:arrow-right-bold",
			"command_topic": f.topic("nextapp")},
		"prev": {"platform": "button", "name": "Previous app", "icon": "mdi:arrow-left-bold",
			"command_topic": f.topic("previousapp")},
		"app": {"platform": "sensor", "name": "Current app", "icon": "mdi:apps",
			"state_topic": f.topic("stats/currentApp")},
		"topic": {
			"platform": "sensor", "name": "Device topic", "icon": "mdi:id-card", "entity_category": "diagnostic",
			"state_topic": f.topic("stats/device"), "value_template": "{{ " + string(topic) + " }}",
		},
	}
	for _, b := range []struct{ name, title, topic string }{
		{"btnL", "Button left", "stats/buttonLeft"}, {"btnM", "Button select", "stats/buttonSelect"},
		{"btnR", "Button right", "stats/buttonRight"},
	} {
		all[b.name] = object{
			"platform": "binary_sensor", "name": b.title, "icon": "mdi:gesture-tap-button",
			"state_topic": f.topic(b.topic), "payload_on": "1", "payload_off": "0",
		}
	}
	return all
}
