// SPDX-License-Identifier: Apache-2.0

package data

import "time"

// Config are the settings of a data widget. The zero value shows the frames pushed to
// it.
type Config struct {
	URL      string            `json:"url,omitempty"`      // to poll; "" = none
	Pointer  string            `json:"pointer,omitempty"`  // to the value in the answer (RFC 6901); "" = all of it
	Interval int               `json:"interval,omitempty"` // seconds between two requests, from 5; 0 = 60
	Stale    int               `json:"stale,omitempty"`    // seconds after which it dims, from 5; 0 = three intervals, or never without a URL
	Text     string            `json:"text,omitempty"`     // around the value; "" = "{value}"
	Icon     string            `json:"icon,omitempty"`     // beside it
	Color    string            `json:"color,omitempty"`    // #RRGGBB; "" = the device's text colour
	Headers  map[string]string `json:"headers,omitempty"`  // of the request
}

const (
	minInterval     = 5 * time.Second
	defaultInterval = time.Minute
	maxHeaders      = 8
)

func (c *Config) interval() time.Duration {
	if c.Interval == 0 {
		return defaultInterval
	}
	return max(time.Duration(c.Interval)*time.Second, minInterval)
}

// stale returns how long data is fresh; 0 is for ever.
func (c *Config) stale() time.Duration {
	if c.Stale == 0 && c.URL != "" {
		return 3 * c.interval()
	}
	return time.Duration(c.Stale) * time.Second
}
