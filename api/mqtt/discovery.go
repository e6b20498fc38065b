// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"slices"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/device"
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
	co2      bool // the carbon dioxide is
	watched  bool // a sensor tells who is there
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
		MAC       string
	}
}

// entities publishes the device's entities to Home Assistant if they have
// changed. whole is the device object.
func (s *session) entities(ctx context.Context, whole []byte) error {
	now := source{made: true, revision: s.status.Revision, lux: s.status.Light,
		warm: s.status.Climate.Temperature.Known, moist: s.status.Climate.Humidity.Known, co2: s.status.Climate.CO2.Known,
		watched: s.status.Watched}
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
	if mac, err := net.ParseMAC(from.fields.Wifi.MAC); err == nil &&
		!slices.Equal(mac, make(net.HardwareAddr, len(mac))) { // by this the integration "lametric" finds the same device
		about["connections"] = [][2]string{{"mac", mac.String()}}
	}
	if ip := net.ParseIP(from.fields.Wifi.IP); s.about.Port != 0 && ip != nil && !ip.IsUnspecified() {
		about["configuration_url"] = "http://" + net.JoinHostPort(ip.String(), strconv.Itoa(s.about.Port)) + "/"
	}
	all := map[string]entity{
		"display": s.light(from), "volume": s.volume(from), "notify": s.notifier(), "message": s.message(),
		"mode":            s.choice("Mode", "mdi:view-carousel", "device", "mode", "auto", "manual", "schedule", "kiosk"),
		"brightness_mode": s.choice("Brightness mode", "mdi:brightness-auto", "display", "brightness_mode", "auto", "manual"),
		"night":           s.choice("Night", "mdi:weather-night", "night", "when", "off", "time", "sun", "dark"),
		"app":             s.apps(), "screensaver": s.saver(), "buttons": s.buttons(), "update": s.release(),
	}
	if s.panel != nil {
		all["picture"] = s.image()
	} else {
		all["picture"] = entity{"platform": "image"}
	}
	maps.Copy(all, s.lamps())
	maps.Copy(all, s.presses())
	maps.Copy(all, s.readouts(from))
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

// hexTemplate turns a colour of Home Assistant into #RRGGBB.
const hexTemplate = `#{{ '%02X%02X%02X' | format(red, green, blue) }}`

// asNotification turns any text of a message into JSON, so that a text
// beginning with a brace is still text.
const asNotification = `{{ {'model': {'frames': [{'text': value}]}} | tojson }}`

// Kinds of button events, and the buttons of the device.
var kinds = []string{"down", "up", "click", "double", "long"}
