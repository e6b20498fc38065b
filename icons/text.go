// SPDX-License-Identifier: Apache-2.0

package icons

// MarshalText returns what the client sent, for saved state.
func (r Ref) MarshalText() ([]byte, error) { return []byte(r.text), nil }

// UnmarshalText is Read, but data beyond the limits become no icon instead of an error of
// the whole document.
func (r *Ref) UnmarshalText(text []byte) error {
	*r, _ = Read(string(text))
	return nil
}
