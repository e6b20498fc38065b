// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"slices"
	"strings"
)

// birthdayWords stand in the names of birthdays, in the languages of the device.
var birthdayWords = []string{"birthday", "geburtstag", "cumpleaños", "anniversaire", "verjaardag", "生日"}

// Birthday reports whether the name of a day or an event is a birthday's.
func Birthday(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(birthdayWords, func(word string) bool { return strings.Contains(name, word) })
}
