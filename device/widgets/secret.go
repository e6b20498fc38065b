// SPDX-License-Identifier: Apache-2.0

package widgets

// secretIsSet stands for a secret, which is never shown: a reader of settings learns
// that it is set, and writing the settings back as they were read keeps it.
func secretIsSet() any { return map[string]any{"set": true} }

// keeps reports whether v is the stand-in for a secret.
func keeps(v any) bool {
	m, ok := v.(map[string]any)
	return ok && len(m) == 1 && m["set"] == true
}

// hide replaces the secrets in v, in place, and leaves of its addresses where they lead.
// It returns v.
func (s *Schema) hide(v any) any { return s.mask(s.hideSecrets(v)) }

// hideSecrets replaces the secrets in v, in place, and returns it.
func (s *Schema) hideSecrets(v any) any {
	if s.Secret && v != nil && v != "" {
		return secretIsSet()
	}
	switch v := v.(type) {
	case map[string]any:
		for name, item := range v {
			if p := s.property(name); p != nil {
				v[name] = p.hideSecrets(item)
			}
		}
	case []any:
		for i, item := range v {
			if s.Items != nil {
				v[i] = s.Items.hideSecrets(item)
			}
		}
	}
	return v
}

// reveal restores in v, in place, the secrets of old that v keeps, and returns v.
// Items of an array are matched by index.
func (s *Schema) reveal(v, old any) any {
	if s.Secret && keeps(v) {
		return old // nil, which is absent, where there was none
	}
	switch v := v.(type) {
	case map[string]any:
		was, _ := old.(map[string]any)
		for name, item := range v {
			if p := s.property(name); p != nil {
				v[name] = p.reveal(item, was[name])
			}
			if v[name] == nil {
				delete(v, name) // null is absent
			}
		}
	case []any:
		was, _ := old.([]any)
		for i, item := range v {
			var before any
			if i < len(was) {
				before = was[i]
			}
			if s.Items != nil {
				v[i] = s.Items.reveal(item, before)
			}
		}
	}
	return v
}
