// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// Ref is a checked reference to an icon: a number of the gallery with or
// without its prefix (i123, a123, 123), a name (weather-rain) or a data URI.
// The zero Ref means no icon. Refs compare with == and serve as map keys;
// two spellings of one icon are two Refs.
type Ref struct {
	text string // as the client sent it, without surrounding space
	key  string // what it stands for: a number, a lower-case name, "data:" or "?"
	work int    // of a data URI, see Work
}

// Keys that no name is spelled like.
const (
	dataKey   = "data:" // of every data URI
	brokenKey = "?"     // of what stands for no icon
)

// String returns the text that Parse was given.
func (r Ref) String() string { return r.text }

// IsZero reports whether r stands for no icon.
func (r Ref) IsZero() bool { return r == Ref{} }

// sentFrame is what a frame costs beside its own pixels, in pixels: it is fitted to the panel and compared with others.
const sentFrame = 1024

// Work returns what decoding a data URI costs, in pixels of a GIF: of its frames, as far as they are
// decoded (MaxSent), and 1,024 more for each frame. Dear pixels count twice: of 16 bits a colour, of a
// lossy WebP, or of a JPEG with 16 scans. It is 0 for other references.
func (r Ref) Work() int { return r.work }

// Parse checks a reference. The empty string is the zero Ref. A data URI is checked up
// to the headers of all its frames and the limits of Check; no pixel is decoded. An
// error names the fault and never repeats the data.
func Parse(s string) (Ref, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return Ref{}, nil
	}
	if IsData(s) {
		data, err := Data(s)
		if err != nil {
			return Ref{}, fmt.Errorf("icons: data URI: %w", err)
		}
		f, err := inspect(data)
		if err != nil {
			return Ref{}, fmt.Errorf("icons: data URI: %w", err)
		}
		return Ref{s, dataKey, f.pixels + f.first*sentFrame}, nil
	}
	key, err := parseKey(s)
	if err != nil {
		return Ref{}, err
	}
	return Ref{text: s, key: key}, nil
}

// Read is Parse for references that others send, which must not cost them their message: what
// Parse refuses draws the sign for an unknown icon, and Store.Fault says why. The only errors are
// data beyond the limits of Check.
func Read(s string) (Ref, error) {
	r, err := Parse(s)
	var over limit
	if err == nil || errors.As(err, &over) {
		return r, err
	}
	return Ref{text: strings.TrimSpace(s), key: brokenKey}, nil
}

// fault returns why r stands for no icon, nil if it does.
func (r Ref) fault() error {
	_, err := Parse(r.text)
	return err
}

// Names are letters, digits, '-' and '_', at most maxName of them.
const maxName = 64

// parseKey returns the number or the lower-case name that s stands for.
func parseKey(s string) (string, error) {
	if len(s) > maxName {
		return "", fmt.Errorf("icons: a reference of %d characters, want at most %d", len(s), maxName)
	}
	if n, ok := number(s); ok {
		return n, nil
	}
	for i, c := range []byte(strings.ToLower(s)) {
		letter := 'a' <= c && c <= 'z'
		if !letter && (i == 0 || c != '-' && c != '_' && (c < '0' || c > '9')) {
			return "", fmt.Errorf("icons: %q is no icon: want a number, i123, a123, a name or a data URI", s)
		}
	}
	return strings.ToLower(s), nil
}

// number returns the decimal digits of 123, i123 and a123 without leading
// zeros.
func number(s string) (string, bool) {
	digits := s
	if c := s[0] | 0x20; c == 'i' || c == 'a' {
		digits = s[1:]
	}
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return "", false
	}
	n, err := strconv.ParseUint(digits, 10, 31)
	if err != nil {
		return "", false
	}
	return strconv.FormatUint(n, 10), true
}

// static reports whether r asks for an icon that does not move: i123.
func (r Ref) static() bool { return isNumber(r.key) && r.text[0]|0x20 == 'i' }

// isNumber reports whether a key is a number, as number returns it.
func isNumber(key string) bool { return key != "" && key[0] >= '0' && key[0] <= '9' }

// IsData reports whether s is a data URI, by its first letters.
func IsData(s string) bool { return len(s) >= 5 && strings.EqualFold(s[:5], "data:") }

// Data decodes the base64 of a data URI (RFC 2397), MaxBytes at most. It accepts what
// clients send: any media type, white space, escapes, either alphabet, no padding.
func Data(s string) ([]byte, error) {
	head, body, ok := strings.Cut(s[len("data:"):], ",")
	if !ok {
		return nil, errors.New("no comma before the data")
	}
	if !strings.HasSuffix(strings.ToLower(strings.TrimSpace(head)), ";base64") {
		return nil, errors.New("not base64")
	}
	if len(body) > 3*MaxBytes { // room for white space and escapes; the bytes are counted below
		return nil, errTooLong
	}
	if strings.Contains(body, "%") {
		var err error
		if body, err = url.PathUnescape(body); err != nil {
			return nil, errors.New("a % that is no escape")
		}
	}
	body = strings.TrimRight(plain.Replace(body), "=")
	data, err := base64.RawStdEncoding.DecodeString(body)
	if err == nil && len(data) > MaxBytes {
		err = errTooLong
	}
	return data, err
}

// plain maps the URL alphabet to the standard one and drops white space.
var plain = strings.NewReplacer("-", "+", "_", "/", " ", "", "\t", "", "\r", "", "\n", "")
