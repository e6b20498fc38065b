// SPDX-License-Identifier: Apache-2.0

package config

import (
	"maps"
	"reflect"
	"slices"
)

// Differing returns the tables, and the keys beside them, that two texts set differently. A
// text that cannot be read sets nothing.
func Differing(a, b []byte) (names []string) {
	ours, _ := readTree(a)
	theirs, _ := readTree(b)
	for _, name := range slices.Sorted(maps.Keys(over(ours, theirs))) {
		if !reflect.DeepEqual(ours[name], theirs[name]) {
			names = append(names, name)
		}
	}
	return names
}
