// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/spdx/tools-golang/json"
	"github.com/spdx/tools-golang/spdx"

	"github.com/ledpost/ledpost/internal/must"
)

// TestExpression: a text has its SPDX name, several have all of them, and a grant of
// patents is no licence.
func TestExpression(t *testing.T) {
	isc := string(must.Get(os.ReadFile("testdata/isc.txt"))(t))
	golang := must.Get(os.ReadFile("../../internal/notices/go.txt"))(t)
	for text, want := range map[string]string{
		isc: "ISC", string(golang): "BSD-3-Clause", string(golang) + "\n" + isc: "BSD-3-Clause AND ISC",
		"All rights reserved.": "",
	} {
		if got := expression(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestNotices: every module whose text comes with the program has a licence by name.
func TestNotices(t *testing.T) {
	licences := must.Get(readNotices("../../internal/notices/third-party.txt"))(t)
	if len(licences) < 30 || licences["periph.io/x/host/v3"] != "Apache-2.0" ||
		licences["github.com/eclipse/paho.mqtt.golang"] != "EPL-2.0" {
		t.Errorf("%d licences: %v", len(licences), licences)
	}
}

// TestAppsNotices: so has every module of the program that draws apps by others, which deploy/release lists.
func TestAppsNotices(t *testing.T) {
	collect := exec.Command("go", "run", "./internal/notices/collect", "-module", "tools/apps")
	collect.Dir = "../.."
	file := filepath.Join(t.TempDir(), "third-party.txt")
	must.Do(t, os.WriteFile(file, must.Get(collect.Output())(t), 0o600))
	if licences := must.Get(readNotices(file))(t); licences["github.com/golang/freetype"] != "FTL" {
		t.Errorf("%v", licences)
	}
}

// TestUnknownLicence: a module without a known licence is an error, not a gap.
func TestUnknownLicence(t *testing.T) {
	if _, err := checked(map[string]part{"x": {name: "example.org/x"}}); err == nil ||
		!strings.Contains(err.Error(), "example.org/x") {
		t.Error(err)
	}
	own := filepath.Join(t.TempDir(), "third-party.txt")
	must.Do(t, os.WriteFile(own, []byte(rule+"example.org/x v1.0.0\n\nAll rights reserved.\n"), 0o600))
	if _, err := readNotices(own); err == nil || !strings.Contains(err.Error(), "example.org/x") {
		t.Error(err)
	}
}

// bill writes the bill of this test's own binary and reads it again. The notices are
// those of the program, with a line for each module that only this binary has.
func bill(t *testing.T, image string) *spdx.Document {
	t.Helper()
	self := must.Get(os.Executable())(t)
	dir := t.TempDir()
	text := must.Get(os.ReadFile("../../internal/notices/third-party.txt"))(t)
	golang := must.Get(os.ReadFile("../../internal/notices/go.txt"))(t)
	for _, path := range []string{"github.com/google/licensecheck", "github.com/spdx/tools-golang",
		"github.com/anchore/go-struct-converter"} {
		text = append(text, rule+path+" v0\n\n"+strings.TrimPrefix(string(golang), rule)...)
	}
	unicode := must.Get(os.ReadFile("../../internal/notices/unicode.txt"))(t)
	glyphs := must.Get(os.ReadFile("../../internal/notices/glyphs.txt"))(t)
	for name, content := range map[string][]byte{"third-party.txt": text, "go.txt": golang, "unicode.txt": unicode,
		"glyphs.txt": glyphs} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), content, 0o600))
	}
	out := filepath.Join(dir, "out.spdx.json")
	j := job{name: "ledpost-1.2.0", version: "1.2.0", notices: dir, image: image, made: time.Unix(1767225600, 0),
		binaries: []string{self}}
	must.Do(t, run(out, j))
	f := must.Get(os.Open(out))(t)
	defer f.Close()
	return must.Get(json.Read(f))(t)
}

// licensed fails for a package without a licence and for one that is there twice, and
// returns the licences by name.
func licensed(t *testing.T, doc *spdx.Document) map[string]string {
	t.Helper()
	named, ids := map[string]string{}, map[spdx.ElementID]bool{}
	for _, p := range doc.Packages {
		if l := p.PackageLicenseDeclared; l == "" || l == unknown || l != p.PackageLicenseConcluded {
			t.Errorf("%s: declared %q, concluded %q", p.PackageName, l, p.PackageLicenseConcluded)
		}
		if ids[p.PackageSPDXIdentifier] {
			t.Errorf("%s is there twice", p.PackageSPDXIdentifier)
		}
		ids[p.PackageSPDXIdentifier], named[p.PackageName] = true, p.PackageLicenseDeclared
	}
	return named
}

func TestProgram(t *testing.T) {
	doc := bill(t, "")
	named := licensed(t, doc)
	if named["ledpost"] != "Apache-2.0" || named["stdlib"] != "BSD-3-Clause" || len(doc.Packages) < 3 {
		t.Errorf("%v", named)
	}
	if r := doc.Relationships[0]; r.Relationship != "DESCRIBES" ||
		r.RefB.ElementRefID != doc.Packages[0].PackageSPDXIdentifier {
		t.Errorf("%+v", r)
	}
}

// TestImage: the bill of the image has the kernel, the firmware and gokrazy, each with
// its licence, and the text of each licence that SPDX does not list.
func TestImage(t *testing.T) {
	doc := bill(t, "../../deploy/gokrazy")
	named := licensed(t, doc)
	for name, want := range map[string]string{
		"linux": kernelLicence, "raspberrypi-boot-firmware": bootLicence, "github.com/gokrazy/gokrazy": "BSD-3-Clause",
		"firmware-brcm80211": radioLicence, "wireless-regdb": "ISC", "ledpost": "Apache-2.0",
	} {
		if named[name] != want {
			t.Errorf("%s: %q, want %q", name, named[name], want)
		}
	}
	texts := map[string]bool{}
	for _, l := range doc.OtherLicenses {
		texts[l.LicenseIdentifier] = l.ExtractedText != ""
	}
	ref := regexp.MustCompile(`LicenseRef-[A-Za-z0-9.-]+`)
	for name, licence := range named {
		for _, id := range ref.FindAllString(licence, -1) {
			if !texts[id] {
				t.Errorf("%s: %s has no text", name, id)
			}
		}
	}
	if r := doc.Relationships[0]; r.Relationship != "DESCRIBES" ||
		r.RefB.ElementRefID != doc.Packages[0].PackageSPDXIdentifier || doc.Packages[0].PackageName != "ledpost-image" {
		t.Errorf("%+v", r)
	}
}
