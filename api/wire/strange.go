// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/internal/spell"
)

// Strange is a member that frames do not have. [ParseNotification] ignores it, as clients expect; whoever writes a
// frame by hand has misspelt it.
type Strange struct {
	Key   string   // as it was sent
	Frame int      // that has it, from 1
	In    string   // the field of the frame that has it; "" = the frame itself
	Known []string // what stands there otherwise, sorted
}

// Error implements error.
func (s *Strange) Error() string {
	place := fmt.Sprintf("frame %d", s.Frame)
	if s.In != "" {
		place = s.In + " of " + place
	}
	key := Excerpt(fmt.Appendf(nil, "%q", s.Key))
	if meant := spell.Meant(s.Key, slices.Values(s.Known)); meant != "" {
		return fmt.Sprintf("%s has no %s (did you mean %q?)", place, key, meant)
	}
	return fmt.Sprintf("%s has no %s, only %s", place, key, strings.Join(s.Known, ", "))
}

// known are the members of a frame, by "", and of the objects in it by their names.
var known = map[string][]string{
	"": tags(&frame{}), "goalData": tags(&goal{}), "text": tags(&fragment{}), "thresholds": tags(&level{}),
	"progress": tags(&progressFields{}),
}

// tags returns the names of the fields of the struct that to points at, sorted.
func tags(to any) []string {
	fields := map[string]any{}
	addFields(fields, reflect.ValueOf(to).Elem())
	return slices.Sorted(maps.Keys(fields))
}

// Unknown returns the first member that frames do not have in a list of them, which is valid JSON; nil = there is
// none. What is no frame is for [ParseNotification] to refuse.
func Unknown(list []byte) *Strange {
	n := 0
	for one := range objects(list) {
		n++
		for name, value := range members(one) {
			key := unquote(name)
			if s := unknown(key, n, ""); s != nil {
				return s
			}
			if known[key] == nil {
				continue
			}
			for part := range objects(value) {
				for name := range members(part) {
					if s := unknown(unquote(name), n, key); s != nil {
						return s
					}
				}
			}
		}
	}
	return nil
}

func unknown(key string, frame int, in string) *Strange {
	if slices.Contains(known[in], key) {
		return nil
	}
	return &Strange{key, frame, in, known[in]}
}

// objects returns the objects in a list, or the one that stands in the place of a list.
func objects(b []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if kindOf(b) == object {
			yield(b)
		}
		if kindOf(b) != array {
			return
		}
		for item := range items(b) {
			if kindOf(item) == object && !yield(item) {
				return
			}
		}
	}
}
