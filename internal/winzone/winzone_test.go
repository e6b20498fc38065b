// SPDX-License-Identifier: Apache-2.0

package winzone

import (
	"testing"
	"time"
	_ "time/tzdata"
)

func TestIANA(t *testing.T) {
	for windows, want := range map[string]string{
		"W. Europe Standard Time": "Europe/Berlin", "Eastern Standard Time": "America/New_York", "India Standard Time": "Asia/Calcutta",
		"Europe/Berlin": "", "": "",
	} {
		if got, ok := IANA(windows); got != want || ok != (want != "") {
			t.Errorf("%q is %q, %v", windows, got, ok)
		}
	}
	if len(zones) < 130 {
		t.Errorf("%d zones, want all 139 of Windows", len(zones))
	}
	for windows, name := range zones {
		if _, err := time.LoadLocation(name); err != nil {
			t.Errorf("%s: %v", windows, err)
		}
	}
}
