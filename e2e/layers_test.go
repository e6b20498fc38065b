// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

const module = "github.com/ledpost/ledpost/"

// mayImport is which of our packages a package may import, besides internal/* and words.
// Its rule is that of its own name, else that of the folder around it with /*,
// which is for each in it, else that of the nearest folder with a rule. NAME/...
// allows NAME and everything below.
var mayImport = map[string][]string{
	"main": {"cli", "hw", "hw/refresh"},
	"cli":  {"cli/command", "cli/draw", "cli/hil", "cli/machine", "cli/network"}, // joins the commands
	"cli/draw": {
		"apps/others", "cli/command", "cli/local", "cli/picture", "config", "device/note", "fonts", "hw", "icons",
		"render/...", "sounds",
	},
	"cli/hil": {"api/wire", "cli/command", "cli/local", "cli/picture", "hil/conform", "hil/sigrok", "hw", "hw/vcd", "render"},
	"cli/machine": {
		"cli/command", "cli/local", "api/keys", "config/...", "device/store", "firmware", "firmware/host", "hw/...",
		"update/...",
	},
	"cli/network": {
		"cli/command", "cli/local", "cli/picture", "api/live", "api/ssdp", "api/stream", "device", "firmware/backup",
		"hw/panelfind", "hw/photo", "icons", "render/testcard", "update/...",
	},
	"cli/command":             {"config", "update/trial"},
	"cli/command/commandtest": {"cli/command"}, // for tests only
	"cli/local":               {"api/keys", "config", "update/install"},
	"cli/picture": {
		"cli/command", "cli/local", "api/wire", "device/note", "device/paint", "device/store", "fonts", "hw", "hw/photo",
		"icons",
	},
	// only cli imports it
	"hil": {"hil/sigrok", "firmware", "config", "api/wire", "device/note", "device/paint", "fonts", "hw",
		"hw/photo", "hw/vcd", "icons", "render"},
	"hil/conform": {"api/statements"},
	"firmware": {
		"firmware/...", "api", "api/door", "api/keys", "api/live", "api/netinfo", "api/rest", "apps/...", "config",
		"device/...", "fonts", "hw", "hw/bus", "hw/doctor", "hw/hub75", "hw/input", "hw/panelfind", "hw/refresh",
		"icons", "onboard/...", "render/...", "update/...",
	},
	"firmware/selftest": {"render/testcard"},
	"firmware/hardware": { // no way in
		"api", "config", "device", "device/note", "firmware/host", "firmware/stage", "hw/...", "render", "sounds",
	},
	"firmware/ways": { // no driver
		"firmware/hardware", "firmware/host", "firmware/stage", "api/...", "apps", "apps/custom", "apps/others",
		"apps/others/gallery", "apps/weather", "config", "device", "device/note", "hw/doctor", "hw/input", "icons", "render",
		"sounds/stations",
	},
	"words": {}, // anyone may import it
	"config": {
		"config/preseed", "api/...", "apps/...", "device/...", "fonts", "hw/...", "icons", "onboard", "render",
		"sounds", "sounds/stations", "update/...",
	},
	"e2e":         {},
	"e2e/rig":     {"api"},
	"e2e/browser": {"e2e/rig"},
	"e2e/site":    {"e2e/rig", "e2e/browser"},
	"e2e/market":  {"apps/others/gallery"},
	"e2e/zero":    {"e2e/market"},

	"device": {
		"device/ambient", "device/note", "device/paint", "device/region", "device/rotation", "device/say",
		"device/walltime", "device/widgets", "render/...", "fonts", "icons", "sounds",
	},
	"device/note":       {"icons", "render/effects", "sounds"},
	"device/awtrix":     {"device/note", "render", "icons"},
	"device/paint":      {"device/awtrix", "device/note", "device/typeset", "render/...", "fonts", "icons"},
	"device/devicetest": {"device", "fonts", "icons", "render", "sounds"}, // for tests only
	"device/store":      {"device", "device/note", "device/paint", "icons"},

	"device/typeset":  {"render", "fonts"},
	"device/widgets":  {"device/note", "device/walltime"},
	"device/ambient":  {"device/note", "device/walltime"},
	"device/region":   {"device/note"},
	"device/rotation": {"device/note", "device/walltime", "device/widgets"},

	"apps": { // the table alone
		"apps/...", "device",
	},
	"apps/*": { // apps: never each other
		"apps/kit/...", "device/...", "api/wire", "render/...", "fonts", "icons/...", "sounds",
	},
	"apps/kit": { // never an app
		"device/...", "api/wire", "render/...", "fonts", "icons", "sounds",
	},
	"apps/kit/*": { // a widget that several apps draw
		"apps/kit", "device", "device/typeset", "render", "fonts",
	},
	"apps/clock": {
		"apps/clock/face", "apps/kit/...", "device/...", "api/wire", "render/...", "fonts", "icons/...", "sounds",
	},
	"apps/clock/*": { // how the time is drawn: no setting, no alarm
		"apps/kit", "device/paint", "device/typeset", "render/...", "fonts", "icons",
	},
	"apps/others": {
		"apps/others/gallery", "apps/kit/...", "device/...", "api/wire", "render/...", "fonts", "icons/...", "sounds",
	},
	// A leaf, which the tool that makes catalogues uses, too.
	"apps/others/gallery": {},

	"apps/apptest": {"apps/kit", "device/...", "render/...", "fonts", "icons", "sounds"}, // for tests only
	"api": { // serves any rooms
		"api/door", "api/keys", "api/rest", "device", "device/note",
	},
	"api/*": { // the ways in: never each other
		"api/rest", "api/wire", "device/...", "render/...", "icons", "sounds", "update",
	},
	"api/door": { // connections, which know no key
		"api/rest", "api/wire",
	},
	"api/house": {"api/rest"},
	"api/keys": { // who may, which knows no connection
		"api/rest", "api/wire",
	},
	"api/lametric": {"api/netinfo", "api/rest", "api/wire", "device"},
	"api/live": {
		"api/keys", "api/rest", "api/wire", "device/...", "render/...", "icons", "sounds", "sounds/stations",
		"update",
	},
	"api/rest": {"api/wire", "device", "icons"}, // the seam of the rooms: no key, no connection
	"api/wire": {"device", "device/note", "device/paint", "icons", "render/effects"},

	"onboard":        {"device", "device/say", "onboard/..."},
	"onboard/improv": {"onboard/nm"},
	"onboard/portal": {"device/say", "onboard/nm"},

	"render/*": {"render"},
	"icons":    {"icons/webp"},
	"update/*": {"update", "update/trial"}, // who installs shares the rules of trials

	"sounds":        {"sounds/..."},
	"sounds/decode": {"sounds/mp3", "sounds/wav"},
	"sounds/output": {"sounds/wav"},

	"hw": {"hw/..."},
	"hw/*": { // panels: never each other
		"hw/bus", "hw/drawer", "hw/fourwire", "hw/gpiomem", "hw/header", "hw/panel", "hw/pio", "hw/pixel",
		"hw/refresh", "hw/rio", "hw/strip", "hw/vcd", "hw/wave",
	},
	"hw/doctor":    {"hw/..."},
	"hw/panelfind": {"hw/hub75", "hw/photo"},
	"hw/panel":     {"hw/bus", "hw/header", "hw/refresh", "hw/vcd"},
	"hw/strip":     {"hw/bus", "hw/header", "hw/panel", "hw/pixel"},
	"hw/drawer":    {"hw/bus", "hw/panel", "hw/pixel"},
	"hw/fourwire":  {"hw/bus", "hw/gpiomem", "hw/header", "hw/panel", "hw/vcd"},
	"hw/bus":       {"hw/vcd"},
	"hw/refresh":   {},
	"hw/light":     {"hw/sample", "hw/source", "hw/sysfs"},
	"hw/sense":     {"hw/sample", "hw/source", "hw/sysfs"},
	"hw/source":    {"hw/bus", "hw/header"},
	"hw/wave":      {"hw/bus", "hw/gpiomem", "hw/refresh"},

	"hw/input/hil":           {"hw/input"},
	"hw/pio/piotest":         {"hw/pio"},
	"hw/rio/riotest":         {"hw/pio/piotest"},
	"hw/wave/wavetest":       {"hw/gpiomem", "hw/wave"},
	"hw/panel/paneltest":     {"hw/bus", "hw/strip"},
	"hw/refresh/refreshtest": {"hw/refresh"},

	"config/firstcard": {"config/preseed"}, // and where a Raspberry Pi OS takes it
	"deploy":           {"deploy/hil/rig", "hw/...", "sounds/..."},

	// leaves
	"hil/sigrok": {}, "firmware/backup": {}, "firmware/host": {}, "firmware/stage": {}, "device/say": {},
	"device/walltime": {}, "onboard/*": {}, "render": {}, "fonts": {}, "icons/*": {}, "update": {}, "sounds/*": {},
	"hw/gpiomem": {}, "hw/header": {}, "hw/input": {}, "hw/sample": {}, "hw/sysfs": {}, "hw/photo": {}, "hw/pio": {},
	"hw/pixel": {}, "hw/rio": {}, "hw/term": {}, "hw/vcd": {}, "config/preseed": {}, "internal": {},
}

// rule returns the entry of mayImport for a package.
func rule(name string) (row string, ok bool) {
	if _, ok := mayImport[name]; ok {
		return name, true
	}
	if row := path.Dir(name) + "/*"; mayImport[row] != nil {
		return row, true
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if _, ok := mayImport[dir]; ok {
			return dir, true
		}
	}
	return "", false
}

// allows reports whether one of rooms has the package dep.
func allows(rooms []string, dep string) bool {
	return slices.ContainsFunc(append(rooms[:len(rooms):len(rooms)], "internal/...", "words"), func(room string) bool {
		folder, whole := strings.CutSuffix(room, "/...")
		return dep == folder || whole && strings.HasPrefix(dep, folder+"/")
	})
}

// goPackage is what go list says of one.
type goPackage struct {
	ImportPath, Dir                    string
	Imports, TestImports, XTestImports []string
	GoFiles, IgnoredGoFiles            []string
	Doc                                string
}

func packages(t *testing.T) (all []goPackage) {
	t.Helper()
	list := exec.Command("go", "list", "-json", "./...")
	list.Dir = ".."
	out := must.Get(list.Output())(t)
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// TestLayers keeps the direction of dependencies (docs/architecture.md).
func TestLayers(t *testing.T) {
	used := map[string]bool{}
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, module)
		if p.ImportPath+"/" == module {
			name = "main"
		}
		row, ok := rule(name)
		if used[row] = true; !ok {
			t.Errorf("%s is in no layer: give it a line in mayImport", name)
			continue
		}
		for _, imported := range p.Imports {
			if dep, ours := strings.CutPrefix(imported, module); ours && !allows(mayImport[row], dep) {
				t.Errorf("%s imports %s, which %s may not", name, dep, row)
			}
		}
	}
	for row := range mayImport {
		if !used[row] {
			t.Errorf("%s is in the table and nowhere else", row)
		}
	}
}

// TestRules: which line of the table counts, and what it allows.
func TestRules(t *testing.T) {
	for _, row := range []struct {
		name, dep string
		may       bool
		why       string
	}{
		{"device", "device/note", true, "a line of its own"},
		{"device", "device/store", false, "which names each room"},
		{"api/mqtt", "api/wire", true, "the line for each package of the folder"},
		{"api/mqtt", "api/stream", false, "a way in, which no line names"},
		{"apps/clock/face", "apps/clock", false, "the line of a folder further down"},
		{"apps/clock", "apps/kit/tally", true, "all below"},
		{"apps/clock", "apps", false, "is not the folder above"},
		{"deploy/anything", "hw/bus", true, "the nearest folder's line"},
		{"deploy/anything", "device", false, "which does not name it"},
		{"fonts", "internal/srgb", true, "open to all"},
		{"other", "internal/srgb", false, "a package without a line"},
	} {
		at, ok := rule(row.name)
		if got := ok && allows(mayImport[at], row.dep); got != row.may {
			t.Errorf("%s (by %s) may import %s: %v, want %v: %s", row.name, at, row.dep, got, row.may, row.why)
		}
	}
}

// TestEveryPackageIsDocumented: a package without a word about itself is a
// riddle to its reader.
func TestEveryPackageIsDocumented(t *testing.T) {
	for _, p := range packages(t) {
		if p.Doc == "" && len(p.GoFiles) > 0 { // one of tests only has no comment to go list
			t.Errorf("%s has no package comment", p.ImportPath)
		}
	}
}

// TestNoTrapsInTheBuild: packages that the program must not contain. Templates look methods
// up by name, so that the linker keeps every exported one: 4 MB.
func TestNoTrapsInTheBuild(t *testing.T) {
	out := must.Get(exec.Command("go", "list", "-deps", "..").Output())(t)
	traps := regexp.MustCompile(`^(testing|text/template|html/template|` +
		`github\.com/(hajimehoshi/go-mp3|ebitengine/oto.*|gopxl/beep/v2/(speaker|mp3)))(/|$)`)
	for dep := range strings.FieldsSeq(string(out)) {
		if traps.MatchString(dep) {
			t.Errorf("the binary contains %s", dep)
		}
	}
}
