// SPDX-License-Identifier: Apache-2.0

package applet

import (
	"fmt"
	"slices"
	"testing"
)

// TestHostsOfMany: of more hosts than are told, those of the first files are told, each time.
func TestHostsOfMany(t *testing.T) {
	files, want := map[string][]byte{}, []string(nil)
	for i := range 2 * MaxHosts {
		host := fmt.Sprintf("h%02d.example", i)
		files[fmt.Sprintf("%02d.star", i)] = fmt.Appendf(nil, "get(%q)\n", "https://"+host+"/v1")
		if i < MaxHosts {
			want = append(want, host)
		}
	}
	if got := Hosts(files); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
