// SPDX-License-Identifier: Apache-2.0

package web

import (
	"regexp"
	"strconv"
	"testing"
)

// TestLimits: the page says within 3 s that the device is silent, and within 5 s that
// what was sent has no answer. That it does so is shown by TestPageMissesTheDevice.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		module, name string
		most         int // ms
	}{{"watch.js", "silence", 3000}, {"device.js", "patience", 5000}} {
		m := regexp.MustCompile(`const ` + c.name + ` = (\d+); // ms`).FindSubmatch(read(c.module))
		if m == nil {
			t.Errorf("%s has no %s", c.module, c.name)
			continue
		}
		if ms, _ := strconv.Atoi(string(m[1])); ms < 1000 || ms > c.most {
			t.Errorf("%s: %s is %d ms, want at most %d, and more than the second between two heartbeats", c.module, c.name, ms, c.most)
		}
	}
}
