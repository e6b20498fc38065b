package mqtt

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
)

// view is what the entities of Home Assistant depend on besides the status.
type view struct {
	made   source
	titles map[string]string // of the widgets that can be selected, by id; all different
	names  []string          // the titles in the order of the widgets
	widget string            // the widget that shows, or showed last
}

// source is what the entities are made from: they are made again when it
// changes.
type source struct {
	made     bool
	revision uint64
	lux      bool
	warm     bool // the temperature is known
	moist    bool // the humidity is
	fields   deviceFields
}

// deviceFields are the fields of the device object that matter here.
type deviceFields struct {
	Display struct{ Type string }
	Audio   struct {
		Limit device.Range `json:"volume_limit"`
		Range device.Range `json:"volume_range"`
	}
	Wifi struct {
		Available bool
		IP        string
	}
}

// entities publishes the device's entities to Home Assistant if they have
// changed. whole is the device object.
func (s *session) entities(ctx context.Context, whole []byte) error {
	now := source{made: true, revision: s.status.Revision, lux: s.status.Light,
		warm: s.status.Climate.Temperature.Known, moist: s.status.Climate.Humidity.Known}
	if err := json.Unmarshal(whole, &now.fields); err != nil {
		return fmt.Errorf("mqtt: %w", err)
	}
	if s.view.made == now {
		return nil
	}
	widgets, err := s.dev.Apps(ctx)
	if err != nil {
		return err
	}
	s.view.made = now
	s.view.titles, s.view.names = titles(widgets)
	if s.cfg.Discovery == "" {
		return nil
	}
	payload, err := json.Marshal(s.discovery(now))
	if err != nil {
		return fmt.Errorf("mqtt: %w", err)
	}
	id := s.dev.Identity()
	return s.keep(ctx, s.cfg.Discovery+"/device/ledpost_"+id.Serial+"/config", payload)
}

// titles returns the names by which the visible widgets are selected: their
// titles, with a number where titles are equal.
func titles(widgets []device.WidgetSettings) (byID map[string]string, order []string) {
	byID, taken := map[string]string{}, map[string]bool{}
	for _, w := range widgets {
		if !w.Visible {
			continue
		}
		name := w.Title
		for n := 2; name == "" || taken[name]; n++ {
			name = strings.TrimSpace(fmt.Sprintf("%s %d", w.Title, n))
		}
		byID[w.ID], taken[name] = name, true
		order = append(order, name)
	}
	return byID, order
}

// entity is a component of Home Assistant's MQTT integration, with the keys of
// its documentation. One that has only a platform removes an entity announced
// before.
type entity map[string]any

// discovery returns the payload of device-based discovery (Home Assistant
// 2024.12 and later, home-assistant.io/integrations/mqtt, Device discovery
// payload).
func (s *session) discovery(from source) map[string]any {
	id := s.dev.Identity()
	about := map[string]any{
		"identifiers": []string{"ledpost_" + id.Serial}, "name": id.Name, "manufacturer": "ledpost",
		"model": "LED matrix", "sw_version": s.about.Version, "serial_number": id.Serial,
	}
	if ip := net.ParseIP(from.fields.Wifi.IP); s.about.Port != 0 && ip != nil && !ip.IsUnspecified() {
		about["configuration_url"] = "http://" + net.JoinHostPort(ip.String(), strconv.Itoa(s.about.Port)) + "/"
	}
	all := map[string]entity{
		"display": s.light(from), "volume": s.volume(from), "notify": s.notifier(), "message": s.message(),
		"mode":            s.choice("Mode", "mdi:view-carousel", "device", "mode", "auto", "manual", "schedule", "kiosk"),
		"brightness_mode": s.choice("Brightness mode", "mdi:brightness-auto", "display", "brightness_mode", "auto", "manual"),
		"app":             s.apps(), "screensaver": s.saver(), "buttons": s.buttons(), "update": s.release(),
	}
	for name, e := range s.lamps() {
		all[name] = e
	}
	for name, e := range s.presses() {
		all[name] = e
	}
	for name, e := range s.readouts(from) {
		all[name] = e
	}
	for name, e := range all {
		if len(e) > 1 {
			e["unique_id"] = "ledpost_" + id.Serial + "_" + name
		}
	}
	return map[string]any{
		"device": about,
		"origin": map[string]any{
			"name": "ledpost", "sw_version": s.about.Version, "support_url": "https://github.com/ledpost/ledpost",
		},
		"availability_topic": s.topic("availability"), "payload_available": online, "payload_not_available": offline,
		"qos": 1, "components": all,
	}
}

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
		"brightness_value_template":   `{{ value_json.brightness if value_json.brightness_mode == 'manual' else value_json.brightness_now }}`,
		"brightness_scale":            100,
	}
	if t := from.fields.Display.Type; t == "color" || t == "mixed" {
		e["rgb_command_topic"] = s.topic("cmd/look")
		e["rgb_command_template"] = `{"text_color":"#{{ '%02X%02X%02X' | format(red, green, blue) }}"}`
		e["rgb_state_topic"] = s.topic("state/look")
		e["rgb_value_template"] = `{{ value_json.text_color[1:3] | int(base=16) }},{{ value_json.text_color[3:5] | int(base=16) }},{{ value_json.text_color[5:7] | int(base=16) }}`
	}
	return e
}

// lamps returns the mood light and the indicators.
func (s *session) lamps() map[string]entity {
	all := map[string]entity{"mood": {
		"platform": "light", "name": "Mood light", "icon": "mdi:lamp",
		"command_topic": s.topic("cmd/mood"), "payload_on": "{}", "payload_off": "null",
		"state_topic": s.topic("state/mood"), "state_value_template": `{{ '{}' if value_json.on else 'null' }}`,

		"brightness_command_topic": s.topic("cmd/mood"), "brightness_command_template": `{"brightness":{{ [value | int, 1] | max }}}`,
		"brightness_state_topic": s.topic("state/mood"), "brightness_value_template": `{{ value_json.brightness | default(100) }}`,
		"brightness_scale": 100,

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

			"rgb_command_topic": s.topic("cmd/indicators"), "rgb_command_template": `{"` + n + `":{"color":"` + hexTemplate + `"}}`,
			"rgb_state_topic": topic, "rgb_value_template": rgbTemplate(of + ".color"),

			"effect_list":          []string{"steady", "blink", "fade"},
			"effect_command_topic": s.topic("cmd/indicators"), "effect_command_template": `{"` + n + `":{"effect":"{{ value }}"}}`,
			"effect_state_topic": topic, "effect_value_template": `{{ ` + of + `.effect if ` + of + ` else 'steady' }}`,
		}
	}
	return all
}

// hexTemplate turns a colour of Home Assistant into #RRGGBB.
const hexTemplate = `#{{ '%02X%02X%02X' | format(red, green, blue) }}`

// rgbTemplate turns a colour #RRGGBB into the form of Home Assistant; it is
// white while the lamp is off.
func rgbTemplate(of string) string {
	return `{% set c = ` + of + ` | default('#FFFFFF', true) %}{{ c[1:3] | int(base=16) }},{{ c[3:5] | int(base=16) }},{{ c[5:7] | int(base=16) }}`
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

// asNotification turns any text of a message into JSON, so that a text
// beginning with a brace is still text.
const asNotification = `{{ {'model': {'frames': [{'text': value}]}} | tojson }}`

func (s *session) notifier() entity {
	return entity{
		"platform": "notify", "name": "Notify", "icon": "mdi:message-text",
		"command_topic": s.topic("cmd/notify"), "command_template": asNotification,
	}
}

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

// Kinds of button events, and the buttons of the device.
var kinds = []string{"down", "up", "click", "double", "long"}

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
		"state_topic":    s.topic("event/button"),
		"value_template": `{{ {'event_type': value_json.button ~ '_' ~ value_json.event} | tojson }}`,
	}
}

// readouts returns the sensors.
func (s *session) readouts(from source) map[string]entity {
	sensor := func(name, icon, topic, value string, more ...string) entity {
		e := entity{"platform": "sensor", "name": name, "state_topic": s.topic("state/" + topic), "value_template": "{{ value_json." + value + " }}"}
		if icon != "" {
			e["icon"] = icon
		}
		for i := 0; i+1 < len(more); i += 2 {
			e[more[i]] = more[i+1]
		}
		return e
	}
	all := map[string]entity{
		"showing":     sensor("Current app", "mdi:view-dashboard", "sensors", "app"),
		"queue":       sensor("Queue", "mdi:tray-full", "sensors", "queue", "state_class", "measurement"),
		"lux":         {"platform": "sensor"},
		"temperature": {"platform": "sensor"},
		"humidity":    {"platform": "sensor"},
		"rssi":        {"platform": "sensor"},
		"ip":          sensor("IP address", "mdi:ip-network", "wifi", "ip", "entity_category", "diagnostic"),
		"version":     sensor("Version", "mdi:tag", "sensors", "version", "entity_category", "diagnostic"),
		"uptime": sensor("Uptime", "", "sensors", "uptime", "entity_category", "diagnostic",
			"device_class", "duration", "unit_of_measurement", "s"),
	}
	all["uptime"]["enabled_by_default"] = false
	if from.lux {
		all["lux"] = sensor("Illuminance", "", "sensors", "lux", "device_class", "illuminance",
			"unit_of_measurement", "lx", "state_class", "measurement")
	}
	if from.warm {
		all["temperature"] = sensor("Temperature", "", "sensors", "temperature", "device_class", "temperature",
			"unit_of_measurement", "°C", "state_class", "measurement")
	}
	if from.moist {
		all["humidity"] = sensor("Humidity", "", "sensors", "humidity", "device_class", "humidity",
			"unit_of_measurement", "%", "state_class", "measurement")
	}
	if from.fields.Wifi.Available {
		all["rssi"] = sensor("Signal strength", "", "wifi", "rssi", "entity_category", "diagnostic",
			"device_class", "signal_strength", "unit_of_measurement", "dBm", "state_class", "measurement")
		all["rssi"]["enabled_by_default"] = false
	}
	return all
}
