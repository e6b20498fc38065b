// SPDX-License-Identifier: Apache-2.0

package refresh

import (
	"testing"
	"testing/fstest"
)

func TestOwnProcessor(t *testing.T) {
	for _, c := range []struct {
		name, online, isolated string
		want                   int
		ok                     bool
	}{
		{"four, none isolated: the last", "0-3\n", "\n", 3, true},
		{"isolcpus=3, which the affinity mask leaves out", "0-3\n", "3\n", 3, true},
		{"isolcpus=1 is not the last", "0-3\n", "1\n", 1, true},
		{"of several that are isolated the last", "0-3\n", "1-3\n", 3, true},
		{"a list of single ones", "0,1,2,3\n", "1,2\n", 2, true},
		{"two, one isolated", "0-1\n", "1\n", 1, true},
		{"two have none to spare", "0-1\n", "\n", 0, false},
		{"one", "0\n", "\n", 0, false},
		{"isolated, but switched off", "0-2\n", "3\n", 0, false},
		{"no such files", "", "", 0, false},
		{"not a list", "many\n", "few\n", 0, false},
		{"more than Linux knows", "0-999999999\n", "\n", 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := fstest.MapFS{}
			if c.online != "" {
				root["sys/devices/system/cpu/online"] = &fstest.MapFile{Data: []byte(c.online)}
				root["sys/devices/system/cpu/isolated"] = &fstest.MapFile{Data: []byte(c.isolated)}
			}
			if got, ok := own(root); got != c.want || ok != c.ok {
				t.Errorf("processor %d, %v, want %d, %v", got, ok, c.want, c.ok)
			}
		})
	}
}
