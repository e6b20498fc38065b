// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// WriteText writes the lines for people.
func WriteText(w io.Writer, lines []Line) error {
	var b bytes.Buffer
	for _, l := range lines {
		fmt.Fprintf(&b, "%-8s %s: %s: %s", l.Level, l.Area, l.Name, l.Text)
		if l.Code != "" {
			fmt.Fprintf(&b, " [%s]", l.Code)
		}
		b.WriteByte('\n')
		if l.Fix != "" {
			fmt.Fprintf(&b, "%8s → %s\n", "", l.Fix)
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// WriteJSON writes {"level": the worst, "lines": […]}.
func WriteJSON(w io.Writer, lines []Line) error {
	if lines == nil {
		lines = []Line{}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Level Level  `json:"level"`
		Lines []Line `json:"lines"`
	}{Worst(lines), lines})
}
