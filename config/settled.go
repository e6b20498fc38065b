// SPDX-License-Identifier: Apache-2.0

package config

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/BurntSushi/toml"
)

// topKey is a line that sets the name or the zone, before the first table.
var topKey = regexp.MustCompile(`^\s*"?(name|zone)"?\s*=`)

// Settled returns what clients have written with another name and time zone of the
// device; "" leaves the present one. The other lines, with their comments, stay as
// they are, and what the page keeps for itself stays true.
func Settled(own []byte, name, zone string) []byte {
	want := map[string]string{"name": name, "zone": zone}
	text, choice := unmark(string(own))
	var out strings.Builder
	for _, key := range []string{"name", "zone"} {
		if want[key] != "" {
			fmt.Fprintf(&out, "%s = %s\n", key, quoted(want[key]))
		}
	}
	top := true
	for line := range strings.Lines(text) {
		top = top && !strings.HasPrefix(strings.TrimSpace(line), "[")
		if at := topKey.FindStringSubmatch(line); top && at != nil && want[at[1]] != "" {
			continue
		}
		out.WriteString(line)
	}
	if choice == nil {
		return []byte(out.String())
	}
	for key, value := range want {
		if value != "" {
			choice[key] = value
		}
	}
	line, err := json.Marshal(choice)
	if err != nil {
		return []byte(out.String()) // cannot happen: it was read as JSON
	}
	return []byte(out.String() + pageMark + string(line) + "\n")
}

// quoted returns s as a string of TOML.
func quoted(s string) string {
	var out strings.Builder
	if err := toml.NewEncoder(&out).Encode(map[string]string{"k": s}); err != nil {
		return `""` // a string can always be encoded
	}
	return strings.TrimPrefix(strings.TrimSpace(out.String()), "k = ")
}
