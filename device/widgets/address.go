// SPDX-License-Identifier: Apache-2.0

package widgets

import "github.com/ledpost/ledpost/internal/maskurl"

// isAddress reports whether a value is a URL whose secret parts are hidden from
// readers who may not see them. A PUT of what they have read keeps these parts.
func (s *Schema) isAddress() bool { return s.Format == "uri" && !s.Secret }

// eachAddress calls f with every address in v and puts its result in its place. It
// returns v.
func (s *Schema) eachAddress(v any, f func(string) string) any {
	switch v := v.(type) {
	case string:
		if s.isAddress() {
			return f(v)
		}
	case map[string]any:
		for name, item := range v {
			if p := s.property(name); p != nil {
				v[name] = p.eachAddress(item, f)
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

// recall restores the addresses of old that are hidden in v, in place, wherever they
// have been moved to.
func (s *Schema) recall(v, old any) {
	known := map[string]string{}
	s.eachAddress(old, func(a string) string {
		if m := maskurl.Mask(a); m != a && known[m] == "" {
			known[m] = a
		}
		return a
	})
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
		if p.Schema.isAddress() {
			now, _ := v[p.Name].(string)
			was, _ := old[p.Name].(string)
			moved = moved || now != "" && now != maskurl.Mask(was) && maskurl.Host(now) != maskurl.Host(was)
		}
	}
	for _, p := range s.Properties {
		if moved && p.Schema.Secret && keeps(v[p.Name]) && old[p.Name] != nil {
			names = append(names, p.Name)
		}
	}
	return names
}
