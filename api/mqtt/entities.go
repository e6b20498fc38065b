// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
)

// light returns the panel as a light: on or off, its brightness, and the colour
// of text.
func (s *session) light(from source) entity {
	e := entity{
		"platform": "light", "name": "Display", "icon": "mdi:led-strip-variant",
		"command_topic": s.topic("cmd/display"), "payload_on": `{"on":true}`, "payload_off": `{"on":false}`,
		"state_topic":          s.topic("state/display"),
		"state_value_template": `{{ '{"on":true}' if value_json.on else '{"on":false}' }}`,

		"brightness_command_topic":    s.topic("cmd/display"),
		"brightness_command_template": `{"brightness":{{ value }},"brightness_mode":"manual"}`,
		"brightness_state_topic":      s.topic("state/display"),
		"brightness_value_template": `{{ value_json.brightness if value_json.brightness_mode == 'manual' else ` +
			`value_json.brightness_now }}`,
		"brightness_scale": 100,
	}
	if t := from.fields.Display.Type; t == "color" || t == "mixed" {
		e["rgb_command_topic"] = s.topic("cmd/look")
		e["rgb_command_template"] = `{"text_color":"#{{ '%02X%02X%02X' | format(red, green, blue) }}"}`
		e["rgb_state_topic"] = s.topic("state/look")
		e["rgb_value_template"] = `{{ value_json.text_color[1:3] | int(base=16) }},` +
			`{{ value_json.text_color[3:5] | int(base=16) }},{{ value_json.text_color[5:7] | int(base=16) }}`
	}
	return e
}

// lamps returns the mood light and the indicators.
func (s *session) lamps() map[string]entity {
	all := map[string]entity{"mood": {
		"platform": "light", "name": "Mood light", "icon": "mdi:lamp",
		"command_topic": s.topic("cmd/mood"), "payload_on": "{}", "payload_off": "null",
		"state_topic": s.topic("state/mood"), "state_value_template": `{{ '{}' if value_json.on else 'null' }}`,

		"brightness_command_topic":    s.topic("cmd/mood"),
		"brightness_command_template": `{"brightness":{{ [value | int, 1] | max }}}`,
		"brightness_state_topic":      s.topic("state/mood"),
		"brightness_value_template":   `{{ value_json.brightness | default(100) }}`, "brightness_scale": 100,

		"rgb_command_topic": s.topic("cmd/mood"), "rgb_command_template": `{"color":"` + hexTemplate + `"}`,
		"rgb_state_topic": s.topic("state/mood"), "rgb_value_template": rgbTemplate("value_json.color"),
	}}
	for i := range note.Indicators {
		n := strconv.Itoa(i + 1)
		of, topic := "value_json['"+n+"']", s.topic("state/indicators")
		all["indicator"+n] = entity{
			"platform": "light", "name": "Indicator " + n, "icon": "mdi:led-on", "entity_category": "config",
			"command_topic": s.topic("cmd/indicators"), "payload_on": `{"` + n + `":{}}`, "payload_off": `{"` + n + `":null}`,
			"state_topic": topic, "state_value_template": `{{ '{"` + n + `":{}}' if ` + of + ` else '{"` + n + `":null}' }}`,

			"rgb_command_topic":    s.topic("cmd/indicators"),
			"rgb_command_template": `{"` + n + `":{"color":"` + hexTemplate + `"}}`,
			"rgb_state_topic":      topic, "rgb_value_template": rgbTemplate(of + ".color"),

			"effect_list":             []string{"steady", "blink", "fade"},
			"effect_command_topic":    s.topic("cmd/indicators"),
			"effect_command_template": `{"` + n + `":{"effect":"{{ value }}"}}`,
			"effect_state_topic":      topic, "effect_value_template": `{{ ` + of + `.effect if ` + of + ` else 'steady' }}`,
		}
	}
	return all
}

// rgbTemplate turns a colour #RRGGBB into the form of Home Assistant; it is
// white while the lamp is off.
func rgbTemplate(of string) string {
	return `{% set c = ` + of +
		` | default('#FFFFFF', true) %}{{ c[1:3] | int(base=16) }},{{ c[3:5] | int(base=16) }},{{ c[5:7] | int(base=16) }}`
}

func (s *session) volume(from source) entity {
	a := from.fields.Audio
	return entity{
		"platform": "number", "name": "Volume", "icon": "mdi:volume-high",
		"command_topic": s.topic("cmd/audio"), "command_template": `{"volume":{{ value | int }}}`,
		"state_topic": s.topic("state/audio"), "value_template": `{{ value_json.volume }}`,
		"min": max(a.Limit.Min, a.Range.Min), "max": min(a.Limit.Max, a.Range.Max), "step": 1,
		"mode": "slider", "unit_of_measurement": "%",
	}
}

// choice returns an entity for a field of an object that takes one of the
// words.
func (s *session) choice(name, icon, object, field string, words ...string) entity {
	return entity{
		"platform": "select", "name": name, "icon": icon, "options": words,
		"command_topic": s.topic("cmd/" + object), "command_template": `{"` + field + `":"{{ value }}"}`,
		"state_topic": s.topic("state/" + object), "value_template": "{{ value_json." + field + " }}",
	}
}

func (s *session) apps() entity {
	return entity{
		"platform": "select", "name": "App", "icon": "mdi:apps", "options": s.view.names,
		"command_topic": s.topic("cmd/app"),
		"state_topic":   s.topic("state/sensors"), "value_template": "{{ value_json.app or none }}",
	}
}

func (s *session) saver() entity {
	return entity{
		"platform": "switch", "name": "Screensaver", "icon": "mdi:sleep",
		"command_topic": s.topic("cmd/display"),
		"payload_on":    `{"screensaver":{"enabled":true}}`, "payload_off": `{"screensaver":{"enabled":false}}`,
		"state_topic": s.topic("state/display"), "state_on": "on", "state_off": "off",
		"value_template": `{{ 'on' if value_json.screensaver.enabled else 'off' }}`,
	}
}

func (s *session) notifier() entity {
	return entity{
		"platform": "notify", "name": "Notify", "icon": "mdi:message-text",
		"command_topic": s.topic("cmd/notify"), "command_template": asNotification,
	}
}

// message returns the text entity. Home Assistant allows 255 characters in a state.
func (s *session) message() entity {
	return entity{
		"platform": "text", "name": "Message", "icon": "mdi:message-draw", "min": 1, "max": 255,
		"command_topic": s.topic("cmd/notify"), "command_template": asNotification,
	}
}

// presses returns the button entities of Home Assistant.
func (s *session) presses() map[string]entity {
	button := func(name, icon, command, payload string) entity {
		return entity{
			"platform": "button", "name": name, "icon": icon,
			"command_topic": s.topic("cmd/" + command), "payload_press": payload,
		}
	}
	identify := button("Identify", "mdi:crosshairs-question", "notify", s.calling())
	identify["device_class"], identify["entity_category"] = "identify", "diagnostic"
	delete(identify, "icon")
	return map[string]entity{
		"next":     button("Next app", "mdi:skip-next", "app", "next"),
		"previous": button("Previous app", "mdi:skip-previous", "app", "prev"),
		"dismiss":  button("Dismiss", "mdi:notification-clear-all", "dismiss", ""),
		"identify": identify,
	}
}

// calling returns a notification that is seen and heard whatever the device is
// doing.
func (s *session) calling() string {
	type object = map[string]any
	payload, err := wire.Encode(object{"priority": "critical", "icon_type": "alert", "model": object{
		"cycles": 2, "frames": []object{{"text": s.dev.Identity().Name}},
		"sound": object{"category": "notifications", "id": "notification", "repeat": 1},
	}})
	if err != nil {
		return "" // cannot fail: only text
	}
	return strings.TrimSpace(string(payload))
}

// buttons returns an entity for the events of the device's own buttons.
func (s *session) buttons() entity {
	var types []string
	for b := device.ButtonLeft; b <= device.ButtonVolumeDown; b++ {
		for _, k := range kinds {
			types = append(types, b.String()+"_"+k)
		}
	}
	return entity{
		"platform": "event", "name": "Buttons", "device_class": "button", "event_types": types,
		"state_topic": s.topic("event/button"),
		"value_template": `{{ {'event_type': value_json.button ~ '_' ~ value_json.event, 'source': value_json.source} ` +
			`| tojson }}`,
	}
}

// readouts returns the sensors.
func (s *session) readouts(from source) map[string]entity {
	sensor := func(name, icon, topic, value string, more ...string) entity {
		e := entity{"platform": "sensor", "name": name, "state_topic": s.topic("state/" + topic),
			"value_template": "{{ value_json." + value + " }}"}
		if icon != "" {
			e["icon"] = icon
		}
		for i := 0; i+1 < len(more); i += 2 {
			e[more[i]] = more[i+1]
		}
		return e
	}
	all := map[string]entity{
		"showing":  sensor("Current app", "mdi:view-dashboard", "sensors", "app"),
		"queue":    sensor("Queue", "mdi:tray-full", "sensors", "queue", "state_class", "measurement"),
		"presence": {"platform": "binary_sensor"},
		"rssi":     {"platform": "sensor"},
		"ip":       sensor("IP address", "mdi:ip-network", "wifi", "ip", "entity_category", "diagnostic"),
		"version":  sensor("Version", "mdi:tag", "sensors", "version", "entity_category", "diagnostic"),
		"uptime": sensor("Uptime", "", "sensors", "uptime", "entity_category", "diagnostic",
			"device_class", "duration", "unit_of_measurement", "s"),
	}
	all["uptime"]["enabled_by_default"] = false
	for _, m := range []struct {
		known                   bool
		value, name, kind, unit string
	}{
		{from.lux, "lux", "Illuminance", "illuminance", "lx"},
		{from.warm, "temperature", "Temperature", "temperature", "°C"},
		{from.moist, "humidity", "Humidity", "humidity", "%"},
		{from.co2, "co2", "Carbon dioxide", "carbon_dioxide", "ppm"},
	} {
		all[m.value] = entity{"platform": "sensor"}
		if m.known {
			all[m.value] = sensor(m.name, "", "sensors", m.value, "device_class", m.kind,
				"unit_of_measurement", m.unit, "state_class", "measurement")
		}
	}
	if from.watched {
		all["presence"] = entity{"platform": "binary_sensor", "name": "Presence", "device_class": "occupancy",
			"state_topic": s.topic("state/sensors"), "value_template": "{{ 'ON' if value_json.presence else 'OFF' }}"}
	}
	if from.fields.Wifi.Available {
		all["rssi"] = sensor("Signal strength", "", "wifi", "rssi", "entity_category", "diagnostic",
			"device_class", "signal_strength", "unit_of_measurement", "dBm", "state_class", "measurement")
		all["rssi"]["enabled_by_default"] = false
	}
	return all
}
