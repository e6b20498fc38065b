// SPDX-License-Identifier: Apache-2.0

//go:build !js

package fonts

import (
	_ "embed"

	"golang.org/x/text/encoding/japanese"
)

//go:embed data/cjk/glyphs.deflate
var glyphsFile []byte

//go:embed data/cjk/eight.deflate
var eightFile []byte

// cjkPacked returns the pictures of cjk, compressed by DEFLATE. Their authors and licences
// stand in data/cjk/README.md; TestCharactersAreBitmapfonts compares each with its source and writes the file.
func cjkPacked() []byte { return glyphsFile }

// eightPacked returns the pictures of eight, compressed by DEFLATE. Their authors and licences, and how the file is
// made, stand in data/cjk/README.md.
func eightPacked() []byte { return eightFile }

// eucJP decodes the two bytes of a character of JIS X 0208.
func eucJP(hi, lo byte) rune {
	s, err := japanese.EUCJP.NewDecoder().String(string([]byte{hi, lo}))
	rs := []rune(s)
	if err != nil || len(rs) != 1 || rs[0] == '\uFFFD' {
		return -1
	}
	return rs[0]
}
