// SPDX-License-Identifier: Apache-2.0

package widgets

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/internal/maskurl"
)

// isAddress reports whether a value is a URL of which readers who may not see secrets
// see where it leads. A PUT of what they have read keeps the whole. It is one by its
// schema, or by its look where a setting may also hold another text, such as the sound of an alarm.
func (s *Schema) isAddress(v string) bool {
	if s.Secret {
		return false
	}
	scheme, rest, _ := strings.Cut(v, "://")
	return s.Format == "uri" || rest != "" && slices.Contains([]string{"http", "https", "ws", "wss"}, strings.ToLower(scheme)) &&
		!strings.ContainsAny(v, " \n")
}

// eachAddress calls f with every address in v, always in the same order, and puts its
// result in its place. It returns v.
func (s *Schema) eachAddress(v any, f func(string) string) any {
	switch v := v.(type) {
	case string:
		if s.isAddress(v) {
			return f(v)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if p := s.property(name); p != nil {
				v[name] = p.eachAddress(v[name], f)
			}
		}
	case []any:
		for i, item := range v {
			if s.Items != nil {
				v[i] = s.Items.eachAddress(item, f)
			}
		}
	}
	return v
}

// masks returns what readers see in place of each address in v. Addresses that lead to
// the same host have numbers, so that whoever sorts a list keeps what each one is.
func (s *Schema) masks(v any) map[string]string {
	masks, taken := map[string]string{}, map[string]bool{}
	s.eachAddress(v, func(a string) string {
		if _, known := masks[a]; known || a == "" {
			return a
		}
		m := maskurl.Mask(a)
		for n := 2; taken[m]; n++ {
			m = maskurl.Mask(a) + strconv.Itoa(n)
		}
		masks[a], taken[m] = m, true
		return a
	})
	return masks
}

// mask hides the addresses in v, in place.
func (s *Schema) mask(v any) any {
	masks := s.masks(v)
	return s.eachAddress(v, func(a string) string { return masks[a] })
}

// recall restores the addresses of old that are hidden in v, in place, wherever they
// have been moved to.
func (s *Schema) recall(v, old any) {
	known := map[string]string{}
	for a, m := range s.masks(old) {
		known[m] = a
	}
	s.eachAddress(v, func(a string) string {
		if whole := known[a]; whole != "" {
			return whole
		}
		return a
	})
}

// diverted returns the names of the secrets that v keeps from old although an address
// beside them leads to another host: they would be sent there.
func (s *Schema) diverted(v, old map[string]any) (names []string) {
	moved := false
	for _, p := range s.Properties {
		now, _ := v[p.Name].(string)
		was, _ := old[p.Name].(string)
		if now != "" && (p.Schema.isAddress(now) || p.Schema.isAddress(was)) {
			moved = moved || maskurl.Host(now) != maskurl.Host(was)
		}
	}
	for _, p := range s.Properties {
		if moved && p.Schema.Secret && keeps(v[p.Name]) && old[p.Name] != nil {
			names = append(names, p.Name)
		}
	}
	return names
}
