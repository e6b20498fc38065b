// SPDX-License-Identifier: Apache-2.0

// Package notices holds the licences of everything that is linked into the
// program, whose terms ask that they come with it.
package notices

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
)

//go:generate go run ./collect -o third-party.txt

//go:embed go.txt
var goNotice string

//go:embed unicode.txt
var unicodeNotice string

//go:embed glyphs.txt
var glyphsNotice string

// thirdParty is third-party.txt, which the packages take, in a fifth of its size.
//
//go:embed third-party.txt.gz
var thirdParty []byte

// Text returns the notices: for Go, the data of Unicode, the characters of other fonts and each
// module its name and version, then its licence as its authors wrote it. An error would be a fault of the build. Safe
// from any goroutine.
func Text() (string, error) {
	z, err := gzip.NewReader(bytes.NewReader(thirdParty))
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(z)
	return goNotice + unicodeNotice + glyphsNotice + string(text), err
}
