// SPDX-License-Identifier: Apache-2.0

package fonts

import "os"

// cjkPacked returns the pictures of cjk: a file that the browser fetches when a character first needs it
// (deploy/demo/web/files.js).
func cjkPacked() []byte { return fetched("glyphs.deflate") }

// eightPacked returns the pictures of eight, as cjkPacked does.
func eightPacked() []byte { return fetched("eight.deflate") }

// fetched returns a file, or what unpacks to nothing: then there are no such characters.
func fetched(name string) []byte {
	file, err := os.ReadFile("/fonts/" + name)
	if err != nil {
		return []byte{3, 0}
	}
	return file
}

// eucJP decodes nothing: a browser has no fonts of the owner's.
func eucJP(byte, byte) rune { return -1 }
