// SPDX-License-Identifier: Apache-2.0

// Package notices holds the licences of everything that is linked into the
// program, whose terms ask that they come with it.
package notices

import _ "embed"

//go:generate go run ./collect -o third-party.txt

//go:embed go.txt
var goNotice string

//go:embed unicode.txt
var unicodeNotice string

//go:embed third-party.txt
var thirdParty string

// Text returns the notices: for Go, the data of Unicode and each module its name and version,
// then its licence as its authors wrote it. Safe from any goroutine.
func Text() string { return goNotice + unicodeNotice + thirdParty }
