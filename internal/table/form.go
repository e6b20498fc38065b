// SPDX-License-Identifier: Apache-2.0

package table

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/BurntSushi/toml"
)

// Form returns an error of the TOML decoder as its line and the fault there, without
// anything of the file, which may hold secrets: a password without quotes is an error, and
// the decoder quotes it.
func Form(err error) error {
	var parse toml.ParseError
	if !errors.As(err, &parse) {
		return errors.New(strings.TrimPrefix(err.Error(), "toml: ")) // of another kind than its key, which it names
	}
	return fmt.Errorf("line %d is not valid TOML%s", parse.Position.Line, why(parse.Message))
}

// ofTOML is a reason in words of the decoder's own, and punctuation in quotes.
var ofTOML = regexp.MustCompile(`^[A-Za-z][A-Za-z ,;()-]*('[^A-Za-z0-9]+'[A-Za-z ,;()-]*)*$`)

// why returns ": " and a reason of the decoder's without what it quotes; "" if nothing is left.
func why(message string) string {
	if strings.Contains(message, " already ") {
		return ": a key or a table appears there for the second time"
	}
	for _, quotes := range []string{", but ", " but ", ": "} { // what follows is of the file
		message, _, _ = strings.Cut(message, quotes)
	}
	if !ofTOML.MatchString(message) {
		return ""
	}
	return ": " + message
}
