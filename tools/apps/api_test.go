// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	pixlet "github.com/tronbyt/pixlet/runtime"
	"go.starlark.net/starlark"

	"github.com/ledpost/ledpost/internal/applet"
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

// A line is what the guide says about a function, or about a value, which has no arguments.
type line struct {
	Args string `json:"args,omitempty"` // in their brackets
	Says string `json:"says"`           // one sentence
}

var (
	bullet = regexp.MustCompile("(?m)^- (`[a-z].*(?:\\n  .*)*)")
	heads  = regexp.MustCompile("^`([a-z]\\w*(?:(?:\\.now\\(\\))?\\.\\w+)?)(\\([^`]*\\))?`(?:, |: )")
	field  = regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (.*) \\|$")
)

// guided returns what the guide says about each function and value, by its module, and about each field of a frame,
// by "{}".
func guided(t *testing.T) map[string]map[string]line {
	guide := string(must.Get(os.ReadFile("guide.md"))(t))
	out := map[string]map[string]line{"{}": {}}
	for _, m := range bullet.FindAllStringSubmatch(guide, -1) {
		rest, names := strings.ReplaceAll(m[1], "\n ", ""), [][]string{}
		for m := heads.FindStringSubmatch(rest); m != nil; m = heads.FindStringSubmatch(rest) {
			names, rest = append(names, m), rest[len(m[0]):]
		}
		says, _, _ := strings.Cut(rest, ". ")
		for _, m := range names {
			at := strings.LastIndexByte(m[1], '.')
			if at < 0 && m[2] == "" { // no name of the language
				continue
			}
			module, name := m[1][:max(at, 0)], m[1][at+1:]
			if out[module] == nil {
				out[module] = map[string]line{}
			}
			out[module][name] = line{m[2], strings.ReplaceAll(strings.TrimSuffix(says, "."), "`", "")}
		}
	}
	table, _, _ := strings.Cut(guide, "## Icons")
	for _, m := range field.FindAllStringSubmatch(table, -1) {
		out["{}"][m[1]] = line{Says: strings.ReplaceAll(m[2], "`", "")}
	}
	return out
}

// TestAPI: the editor completes the modules that there are and what they have, with what the guide says about each.
func TestAPI(t *testing.T) {
	const file = "editor/api.json"
	said := guided(t)
	api := map[string]map[string]map[string]line{"": {"": said[""], "config": said["config"], "{}": said["{}"]}}
	for path, exports := range members(t) {
		for module, names := range exports {
			if api[path] == nil {
				api[path] = map[string]map[string]line{}
			}
			api[path][module] = map[string]line{}
			for _, name := range names {
				one, ok := said[module][name]
				if !ok {
					t.Errorf("guide.md does not tell of %s.%s", module, name)
				}
				api[path][module][name] = one
			}
			if len(names) < len(said[module]) {
				t.Errorf("%s has %q, and guide.md tells of %v", module, names, said[module])
			}
		}
	}
	got := append(must.Get(json.MarshalIndent(api, "", " "))(t), '\n')
	if *update {
		must.Do(t, os.WriteFile(file, got, 0o644))
	}
	if string(got) != string(must.Get(os.ReadFile(file))(t)) {
		t.Errorf("%s is old: go test -run TestAPI -update . && cd editor && npm ci --ignore-scripts && node build.mjs", file)
	}
}

// TestArguments: the functions of the guide have the arguments that it names.
func TestArguments(t *testing.T) {
	source := ""
	for _, module := range modules {
		file, name := named(module)
		source += fmt.Sprintf("load(%q, %q)\nhas_%s = %s\n", file, name, name, name)
	}
	d := of(source + "now = time.now()\ndef main():\n    pass\n")
	files := fstest.MapFS{d.request.Main: &fstest.MapFile{Data: d.files[d.request.Main]}}
	app := must.Get(load(t.Context(), d.request, files, nil))(t)
	asked := 0
	argument := regexp.MustCompile(`[(,] *([a-z]\w*)\b`)
	for module, all := range guided(t) {
		of := app.Globals[d.request.Main]["has_"+module]
		switch module {
		case "", "{}":
			continue
		case "config":
			of = pixlet.NewAppletConfig(nil, nil)
		case "time.now()":
			of = app.Globals[d.request.Main]["now"]
		}
		for name, one := range all {
			value, err := of.(starlark.HasAttrs).Attr(name)
			if _, is := value.(starlark.Callable); err != nil || is != (one.Args != "") && name != "HandlerType" {
				t.Errorf("%s.%s%s: %v, %v", module, name, one.Args, value, err)
				continue
			}
			for _, m := range argument.FindAllStringSubmatch(one.Args, -1) {
				if asked++; m[1] == "x" { // by its place alone
					continue
				}
				unknown := fmt.Sprintf("unexpected keyword argument %q", m[1])
				if err := given(value, module+"."+name, m[1]); err != nil && strings.Contains(err.Error(), unknown) {
					t.Errorf("%s.%s%s: %v", module, name, one.Args, err)
				}
			}
		}
	}
	if asked < 100 {
		t.Errorf("%d arguments in the guide", asked)
	}
	for name := range guided(t)[""] {
		if starlark.Universe[name] == nil && name != "html" {
			t.Errorf("there is no %s", name)
		}
	}
}

// given calls a function with one argument, whose value it may not like at all.
func given(function starlark.Value, name, argument string) (err error) {
	if name == "csv.read_all" { // panics when it has read the name of the argument
		defer func() { _ = recover() }()
	}
	named := []starlark.Tuple{{starlark.String(argument), starlark.None}}
	_, err = starlark.Call(&starlark.Thread{}, function, nil, named)
	return err
}

// TestSnippets: what the editor offers to insert is a program, with the modules that it loads.
func TestSnippets(t *testing.T) {
	var all []struct {
		Label, Says, Text string
		Loads             []string
	}
	must.Do(t, json.Unmarshal(must.Get(os.ReadFile("editor/snippets.json"))(t), &all))
	filled := regexp.MustCompile(`\$\{([^}]*)\}`)
	labels := ""
	for _, s := range all {
		labels += s.Label + " "
		source := filled.ReplaceAllString(s.Text, "$1")
		if len(s.Loads) > 0 {
			source = fmt.Sprintf("load(%q, %q)\n%s", s.Loads[0], s.Loads[1], source)
		}
		if strings.HasPrefix(source, "{") {
			source = "FRAME = " + source
		}
		if s.Label != "main" {
			source += "\ndef main():\n    return 'x'\n"
		}
		d := of(source)
		d.fetch = func(context.Context, applet.Fetch, []byte) (applet.Answer, []byte) {
			return applet.Answer{Status: 200}, []byte("{}")
		}
		if drawing, _, err := d.draw(t); err != nil || len(drawing.Frames) == 0 || s.Says == "" {
			t.Errorf("%s: %s, %v\n%s", s.Label, drawing.Frames, err, source)
		}
	}
	if labels != "main frame setting request loop " {
		t.Errorf("there are %s", labels)
	}
}
