// SPDX-License-Identifier: Apache-2.0

// Sbom writes a bill of materials as SPDX 2.3 JSON: Go and every module of the
// program's binaries with its version and hash, as the linker recorded them, and with
// its licence, as the notices that come with the program have it. With -image, it is
// the bill of the flashable image: also gokrazy, the kernel, the boot loader's and the
// radio's firmware.
//
//	sbom -name ledpost-1.2.0 -version 1.2.0 -epoch 1767225600 -notices internal/notices \
//		[-image deploy/gokrazy] -o OUT.spdx.json BINARY...
package main

import (
	"cmp"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spdx/tools-golang/json"
)

func main() {
	var j job
	flag.StringVar(&j.name, "name", "ledpost", "name of the document")
	flag.StringVar(&j.version, "version", "", "version of the program")
	flag.StringVar(&j.notices, "notices", "internal/notices", "folder of the licences that come with the program")
	flag.StringVar(&j.image, "image", "", "module of the flashable image; \"\" = the bill is of the program alone")
	epoch := flag.Int64("epoch", 0, "time of the sources, seconds since 1970")
	out := flag.String("o", "", "file to write")
	flag.Parse()
	j.made, j.binaries = time.Unix(*epoch, 0), flag.Args()
	if err := run(*out, j); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

// A job is what the flags say.
type job struct {
	name, version  string
	notices, image string
	made           time.Time
	binaries       []string
}

// A part is something that the program or the image contains.
type part struct {
	name, version string
	purl          string
	licence       string // SPDX expression
	sum           string // SHA-256 in hex, or ""
}

func run(out string, j job) error {
	linked, err := modules(j.notices, j.binaries)
	if err != nil {
		return err
	}
	doc := document(j, linked)
	if j.image != "" {
		parts, texts, err := imageParts(j.image)
		if err != nil {
			return err
		}
		doc = ofImage(j, linked, parts, texts)
	}
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	if err := json.Write(doc, f, json.Indent("  ")); err != nil {
		return err
	}
	return f.Close()
}

// modules returns the modules that are linked into the binaries, and Go. A module
// whose licence the notices lack is an error.
func modules(notices string, binaries []string) ([]part, error) {
	licences, err := readNotices(filepath.Join(notices, "third-party.txt"))
	if err != nil {
		return nil, err
	}
	golang, err := os.ReadFile(filepath.Join(notices, "go.txt"))
	if err != nil {
		return nil, err
	}
	licences["stdlib"] = expression(string(golang))
	found := map[string]part{}
	for file, p := range map[string]part{
		"unicode.txt": {name: "unicode-cldr", purl: "pkg:generic/unicode-cldr", licence: unicodeLicence},
		"glyphs.txt": {name: "bitmapfont-glyphs", purl: "pkg:golang/github.com/hajimehoshi/bitmapfont/v4",
			licence: glyphsLicence},
	} {
		if _, err := os.Stat(filepath.Join(notices, file)); err == nil { // else the program has nothing of it
			found[file] = p
		}
	}
	for _, binary := range binaries {
		info, err := buildinfo.ReadFile(binary)
		if err != nil {
			return nil, err
		}
		goVersion := strings.TrimPrefix(info.GoVersion, "go")
		found["stdlib"] = part{name: "stdlib", version: goVersion, purl: "pkg:golang/stdlib@" + goVersion,
			licence: licences["stdlib"]}
		for _, m := range info.Deps {
			if m.Replace != nil {
				m = m.Replace
			}
			if strings.HasPrefix(m.Path, ".") { // a folder of this repository
				continue
			}
			found[m.Path+" "+m.Version] = module(m.Path, m.Version, m.Sum, licences[m.Path])
		}
	}
	return checked(found)
}

// checked returns the parts in their order, if each has a licence.
func checked(found map[string]part) ([]part, error) {
	var all []part
	for _, p := range found {
		if p.licence == "" {
			return nil, fmt.Errorf("the licence of %s is not known", p.name)
		}
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b part) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.version, b.version))
	})
	return all, nil
}

func module(path, version, sum, licence string) part {
	return part{name: path, version: version, purl: "pkg:golang/" + path + "@" + version, licence: licence,
		sum: checksum(sum)}
}

// checksum returns go.sum's hash of a module's files in hex ("h1:" is a SHA-256 over
// the list of their SHA-256, base64), "" if there is none.
func checksum(sum string) string {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(sum, "h1:"))
	if err != nil {
		return ""
	}
	return hex.EncodeToString(raw)
}
