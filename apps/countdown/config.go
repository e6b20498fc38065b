// SPDX-License-Identifier: Apache-2.0

package countdown

const defaultCount = 300 // seconds

// Config are the settings of a countdown. The zero value is 5 min with the
// sound of a digital watch.
type Config struct {
	Duration int    `json:"duration,omitempty"` // seconds, 1 to longest; 0 = 5 min
	Sound    string `json:"sound,omitempty"`    // a built-in alarm; "" = alarm7
	Color    string `json:"color,omitempty"`    // #RRGGBB; "" = the device's text colour
}
