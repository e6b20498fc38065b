// SPDX-License-Identifier: Apache-2.0

package onboard

// Config is the [onboard] table of the configuration.
type Config struct {
	Guide bool `toml:"guide"` // a new device says on its panel how it is reached
	Wifi  bool `toml:"wifi"`  // Wi-Fi can be set up by an access point

	Bluetooth bool `toml:"bluetooth"` // and at the same times over Bluetooth LE (Improv)
}

// DefaultConfig is the configuration of an empty file.
var DefaultConfig = Config{Guide: true, Wifi: true, Bluetooth: true}
