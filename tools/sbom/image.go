// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spdx/tools-golang/spdx"
)

// Licences of the image's parts other than Go code. LicenseRef names a text that SPDX does
// not list.
const (
	kernelLicence = "GPL-2.0-only WITH Linux-syscall-note" // LICENSE.linux of its module, and COPYING of Linux
	bootLicence   = "LicenseRef-raspberrypi-boot-firmware" // LICENSE.broadcom of its module
	radioLicence  = "LicenseRef-firmware-brcm80211"
)

// debian are the licences of the packages that deploy/gokrazy/radio takes files from.
var debian = map[string]string{
	"firmware-brcm80211": radioLicence,
	"wireless-regdb":     "ISC",
}

// goModule is what the go command says of a module.
type goModule struct {
	Path, Version, Dir, Sum string
	Main                    bool
}

// imageParts returns what the image of the module in dir contains beside the program,
// and the texts of licences without a name in SPDX.
func imageParts(dir string) ([]part, []*spdx.OtherLicense, error) {
	list, err := imageModules(dir)
	if err != nil {
		return nil, nil, err
	}
	found := map[string]part{}
	var texts []*spdx.OtherLicense
	for _, m := range list {
		found[m.Path] = module(m.Path, m.Version, m.Sum, expression(terms(m.Dir)))
		switch m.Path {
		case "github.com/gokrazy/kernel.rpi":
			version, err := kernelVersion(m.Dir)
			if err != nil {
				return nil, nil, err
			}
			found["linux"] = part{name: "linux", version: version, purl: "pkg:github/raspberrypi/linux@" + version,
				licence: kernelLicence}
		case "github.com/gokrazy/firmware":
			text, err := os.ReadFile(filepath.Join(m.Dir, "LICENSE.broadcom"))
			if err != nil {
				return nil, nil, err
			}
			found["boot"] = part{name: "raspberrypi-boot-firmware", version: m.Version, purl: "pkg:github/raspberrypi/firmware",
				licence: bootLicence}
			texts = append(texts, other(bootLicence, "Terms of the Raspberry Pi boot firmware", string(text)))
		}
	}
	packages, err := debianParts(filepath.Join(dir, "radio"))
	for _, p := range packages {
		found[p.name] = p
	}
	texts = append(texts, other(radioLicence, "Terms of the Broadcom and Cypress Wi-Fi firmware",
		"The terms are in the image, in /usr/share/doc/firmware-brcm80211/copyright, as Debian's package "+
			"firmware-brcm80211 has them."))
	if err != nil {
		return nil, nil, err
	}
	if found["linux"].name == "" || found["boot"].name == "" {
		return nil, nil, errors.New("the image has no kernel or no boot firmware")
	}
	parts, err := checked(found)
	return parts, texts, err
}

func other(id, name, text string) *spdx.OtherLicense {
	return &spdx.OtherLicense{LicenseIdentifier: id, LicenseName: name, ExtractedText: strings.TrimSpace(text)}
}

// imageModules returns the modules of the image's programs, of its kernel and of its
// boot loader, as deploy/gokrazy/notices lists them.
func imageModules(dir string) (all []goModule, err error) {
	list := exec.Command("go", "list", "-deps", "-json=Module", ".", "./appliance", "./wifi", "tool")
	list.Dir, list.Env = dir, append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list in %s: %w", dir, err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ Module *goModule }
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		if m := p.Module; m != nil && !m.Main && m.Path != "github.com/ledpost/ledpost" && !slices.Contains(all, *m) {
			all = append(all, *m)
		}
	}
}

// legal are the names of a Go module's files that hold its own terms; files of the
// kernel and of the firmware have another ending.
var legal = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying)(\.(md|txt))?$`)

// terms returns the terms in the folder of a module.
func terms(dir string) string {
	var all strings.Builder
	entries, _ := os.ReadDir(dir) // without it there are no terms, which is an error later
	for _, e := range entries {
		if legal.MatchString(e.Name()) {
			text, _ := os.ReadFile(filepath.Join(dir, e.Name()))
			all.Write(text)
			all.WriteByte('\n')
		}
	}
	return all.String()
}

// kernelVersion returns the version of the kernel, by which its modules have a folder.
func kernelVersion(dir string) (string, error) {
	found, err := filepath.Glob(filepath.Join(dir, "lib/modules/*"))
	if err != nil || len(found) != 1 {
		return "", fmt.Errorf("%s has %d folders of kernel modules, want one", dir, len(found))
	}
	return filepath.Base(found[0]), nil
}

// taken is a line of deploy/gokrazy/radio: a package with its version and checksum.
var taken = regexp.MustCompile(`(?m)^package (\S+) (\S+) ([0-9a-f]{64})$`)

// debianParts returns the packages that the script takes files from.
func debianParts(script string) (all []part, err error) {
	text, err := os.ReadFile(script)
	if err != nil {
		return nil, err
	}
	for _, m := range taken.FindAllStringSubmatch(string(text), -1) {
		name, version := m[1], m[2]
		all = append(all,
			part{name: name, version: version, purl: "pkg:deb/debian/" + name + "@" + version + "?arch=all",
				licence: debian[name], sum: m[3]})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s names no package", script)
	}
	return all, nil
}

// together returns the expression of all parts' licences.
func together(parts []part) string {
	var ids []string
	for _, p := range parts {
		for id := range strings.SplitSeq(p.licence, " AND ") {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	return strings.Join(ids, " AND ")
}
