// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"strings"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/icons"
)

// maxRef is longer in bytes than any number or name of an icon: anything longer is a picture.
const maxRef = 64

// iconOf returns the icon for a number, a name, or a picture in base64 with or
// without the prefix of a data URI. If it cannot be read, there is no icon.
func iconOf(l wire.Label) icons.Ref {
	s := strings.TrimSpace(l.Text)
	if len(s) > maxRef && !strings.Contains(s, ",") {
		s = "data:;base64," + s
	}
	ref, _ := icons.Parse(s)
	return ref
}
