// SPDX-License-Identifier: Apache-2.0

package applet

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// address finds the hosts of addresses in a program.
var address = regexp.MustCompile(`https?://([A-Za-z0-9.-]+)`)

// MaxHosts is how many hosts of an app are told.
const MaxHosts = 32

// Hosts returns the hosts whose addresses stand in the programs among the files of an app, in small letters and
// sorted. An app that makes a host of parts names none.
func Hosts(files map[string][]byte) []string {
	found := map[string]bool{}
	for name, data := range files {
		if path.Ext(name) != ".star" {
			continue
		}
		for line := range strings.Lines(string(data)) {
			if strings.HasPrefix(strings.TrimSpace(line), "#") {
				continue
			}
			for _, m := range address.FindAllStringSubmatch(line, -1) {
				if host := strings.ToLower(strings.Trim(m[1], ".")); host != "" && len(found) < MaxHosts {
					found[host] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}
