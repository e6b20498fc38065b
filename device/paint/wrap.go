// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"strings"

	"github.com/ledpost/ledpost/fonts"
)

// plain returns the text of spans without their colours.
func plain(spans []fonts.Span) string {
	var text strings.Builder
	for _, s := range spans {
		text.WriteString(s.Text)
	}
	return text.String()
}
