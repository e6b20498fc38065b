// SPDX-License-Identifier: Apache-2.0

package bus

import (
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/internal/keyerr"
)

// HeaderLine returns the number of the line of the header that the value of a key
// names, as "GPIO23" or "23", or the fault of that key.
func HeaderLine(key, name string) (int, error) {
	n, err := strconv.Atoi(strings.TrimPrefix(strings.ToUpper(name), "GPIO"))
	if err != nil || n < 0 || n > 27 {
		return 0, keyerr.New(key, "%s %q, want GPIO0 to GPIO27", key, name)
	}
	return n, nil
}
