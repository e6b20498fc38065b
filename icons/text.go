// SPDX-License-Identifier: Apache-2.0

package icons

// MarshalText returns what the client sent, for saved state.
func (r Ref) MarshalText() ([]byte, error) { return []byte(r.text), nil }

// UnmarshalText is Parse, but an invalid reference becomes no icon instead of
// an error of the whole document.
func (r *Ref) UnmarshalText(text []byte) error {
	*r, _ = Parse(string(text))
	return nil
}
