// SPDX-License-Identifier: Apache-2.0

package applet

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// address finds the hosts of addresses in a program, with their ports.
var address = regexp.MustCompile(`https?://([A-Za-z0-9_.-]+(?::[0-9]+)?)`)

// MaxHosts is how many hosts of an app are told: the first ones, in the order of the names of its files.
const MaxHosts = 32

// Hosts returns the hosts whose addresses stand in the programs among the files of an app, as in a [Place],
// sorted. An app that makes a host of parts names none.
func Hosts(files map[string][]byte) []string {
	found := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if path.Ext(name) != ".star" {
			continue
		}
		for line := range strings.Lines(string(files[name])) {
			if strings.HasPrefix(strings.TrimSpace(line), "#") {
				continue
			}
			for _, m := range address.FindAllStringSubmatch(line, -1) {
				if p, err := ParsePlace(strings.TrimRight(m[1], ".-"), ""); err == nil && len(found) < MaxHosts {
					found[p.Host] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}
