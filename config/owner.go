// SPDX-License-Identifier: Apache-2.0

package config

// Owner returns the key of the administrator's file that shows that somebody uses the
// device, such as "mqtt.broker": its panel, its broker, its place, what tells it how light it
// is there, or who may send to it. It is "" if none does, or the file cannot be read. What
// clients have written shows nobody: a phone writes it with the first Wi-Fi, before there
// is a key.
func (l Layers) Owner() string {
	cfg, err := Load(l.File)
	if err != nil {
		return ""
	}
	panel := cfg.Panel.Driver()
	for _, said := range []struct {
		key string
		is  bool
	}{
		{"panel.driver", panel != "" && panel != "none"},
		{"mqtt.broker", cfg.MQTT.Chosen()},
		{"zone", cfg.Zone != ""}, {"light.source", cfg.Light.Chosen()},
		{"awtrix.enabled", cfg.Awtrix.Enabled},
		{"stream.ddp", cfg.Stream.DDP}, {"stream.artnet", cfg.Stream.ArtNet}, {"stream.sacn", cfg.Stream.SACN},
	} {
		if said.is {
			return said.key
		}
	}
	return ""
}
