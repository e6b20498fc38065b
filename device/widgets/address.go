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
	return s.Format == "uri" ||
		rest != "" && slices.Contains([]string{"http", "https", "ws", "wss"}, strings.ToLower(scheme)) &&
			!strings.ContainsAny(v, " \n")
}

// eachAddress calls f with every address in v, always in the same order, and puts its
// result in its place. It returns v.
func (s *Schema) eachAddress(v any, f func(string) string) any {
	return s.eachAddressOf(v, func(_ *Schema, a string) string { return f(a) })
}

// eachAddressOf is eachAddress with the schema of the address, which tells the setting.
func (s *Schema) eachAddressOf(v any, f func(*Schema, string) string) any {
	switch v := v.(type) {
	case string:
		if s.isAddress(v) {
			return f(s, v)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if p := s.property(name); p != nil {
				v[name] = p.eachAddressOf(v[name], f)
			}
		}
	case []any:
		for i, item := range v {
			if s.Items != nil {
				v[i] = s.Items.eachAddressOf(item, f)
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
// have been moved to within a list. It restores none in another setting, such as a text that
// the panel shows.
func (s *Schema) recall(v, old any) {
	masks := s.masks(old)
	type place struct {
		of   *Schema
		mask string
	}
	known := map[place]string{}
	s.eachAddressOf(old, func(of *Schema, a string) string {
		known[place{of, masks[a]}] = a
		return a
	})
	s.eachAddressOf(v, func(of *Schema, a string) string {
		if whole := known[place{of, a}]; whole != "" {
			return whole
		}
		return a
	})
}

// diverted returns the names of the secrets that v keeps from old although an address
// beside them leads elsewhere: they would be sent there. Elsewhere is another host, and
// unless open is set another path of the same one, too. The addresses of v must be whole.
func (s *Schema) diverted(v, old map[string]any, open bool) (names []string) {
	moved := false
	for _, p := range s.Properties {
		now, _ := v[p.Name].(string)
		was, _ := old[p.Name].(string)
		if now != "" && (p.Schema.isAddress(now) || p.Schema.isAddress(was)) {
			moved = moved || maskurl.Host(now) != maskurl.Host(was) || !open && now != was
		}
	}
	for _, p := range s.Properties {
		if moved && p.Schema.Secret && keeps(v[p.Name]) && old[p.Name] != nil {
			names = append(names, p.Name)
		}
	}
	return names
}
