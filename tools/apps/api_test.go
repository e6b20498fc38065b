// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

var update = flag.Bool("update", false, "write editor/api.json")

// modules are those that the editor completes, by their file. A name after a colon is one of several.
var modules = []string{
	"animation.star", "cache.star", "color.star", "encoding/base64.star", "encoding/csv.star", "encoding/json.star",
	"hash.star", "hmac.star", "html.star:html", "http.star", "humanize.star", "math.star", "qrcode.star", "random.star",
	"re.star", "render.star", "render.star:canvas", "schema.star", "sunrise.star", "time.star", "xpath.star",
}

// named returns the file of a module and the name that it exports.
func named(module string) (file, name string) {
	file, name, several := strings.Cut(module, ":")
	if !several {
		name = strings.TrimSuffix(file[strings.LastIndexByte(file, '/')+1:], ".star")
	}
	return file, name
}

// members returns what each module has, as an app sees it.
func members(t *testing.T) map[string]map[string][]string {
	source, parts := "", []string{}
	for _, module := range modules {
		file, name := named(module)
		source += fmt.Sprintf("load(%q, %q)\n", file, name)
		parts = append(parts, fmt.Sprintf("%q: dir(%s)", name, name))
	}
	source += "def main():\n    return [{" + strings.Join(parts, ", ") + ", 'now': dir(time.now())}]\n"
	drawing, _, err := of(source).draw(t)
	must.Do(t, err)
	var all []map[string][]string
	must.Do(t, json.Unmarshal(drawing.Frames, &all))
	out := map[string]map[string][]string{}
	for _, module := range modules {
		file, name := named(module)
		if out[file] == nil {
			out[file] = map[string][]string{}
		}
		out[file][name] = all[0][name]
	}
	out[""] = map[string][]string{"time.now()": all[0]["now"]}
	return out
}

// TestAPI: the editor completes the modules that there are, and what they have.
func TestAPI(t *testing.T) {
	const file = "editor/api.json"
	got := append(must.Get(json.MarshalIndent(members(t), "", " "))(t), '\n')
	if *update {
		must.Do(t, os.WriteFile(file, got, 0o644))
	}
	if string(got) != string(must.Get(os.ReadFile(file))(t)) {
		t.Errorf("%s is old: go test -run TestAPI -update .", file)
	}
}

// TestGuide: the functions that the guide names exist.
func TestGuide(t *testing.T) {
	guide := string(must.Get(os.ReadFile("guide.md"))(t))
	all := map[string][]string{}
	for _, exports := range members(t) {
		for name, has := range exports {
			all[name] = has
		}
	}
	found := 0
	for _, m := range regexp.MustCompile(`\b([a-z]+)\.([A-Za-z_0-9]+)\b`).FindAllStringSubmatch(guide, -1) {
		has, module := all[m[1]]
		if !module || m[2] == "star" || m[2] == "com" {
			continue
		}
		if found++; !slices.Contains(has, m[2]) {
			t.Errorf("there is no %s", m[0])
		}
	}
	if found < 60 {
		t.Errorf("%d functions in the guide", found)
	}
}
