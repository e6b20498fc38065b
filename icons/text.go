package icons

// MarshalText gives back what the client sent, for saved state.
func (r Ref) MarshalText() ([]byte, error) { return []byte(r.text), nil }

// UnmarshalText is Parse, but what does not parse is no icon rather than a
// fault of the whole document.
func (r *Ref) UnmarshalText(text []byte) error {
	*r, _ = Parse(string(text))
	return nil
}
