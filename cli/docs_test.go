// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/internal/must"
)

// TestDocumentedCommands: docs/cli.md has a part for each command, which names
// its flags and no others.
func TestDocumentedCommands(t *testing.T) {
	page := must.Get(os.ReadFile("../docs/cli.md"))(t)
	start, _, _ := strings.Cut(string(page), "\n## ")
	named := regexp.MustCompile(`--[a-z]+|-o\b`)
	for _, c := range listed("") {
		_, rest, ok := strings.Cut(string(page), "\n## "+c.Name+"\n")
		part, _, _ := strings.Cut(rest, "\n## ")
		if !ok {
			t.Errorf("docs/cli.md has no part for %[1]s: write \"## %[1]s\", its flags, and what it does", c.Name)
			continue
		}
		set := pflag.NewFlagSet(c.Name, pflag.ContinueOnError)
		c.New(set)
		set.VisitAll(func(f *pflag.Flag) {
			name := "--" + f.Name
			if f.Shorthand != "" {
				name = "-" + f.Shorthand
			}
			if !strings.Contains(part, name) && !strings.Contains(start, name) {
				t.Errorf("%s: %s is not documented", c.Name, name)
			}
		})
		for _, name := range named.FindAllString(part, -1) {
			if set.Lookup(strings.TrimLeft(name, "-")) == nil && name != "-o" {
				t.Errorf("%s: there is no %s", c.Name, name)
			}
		}
	}
}
