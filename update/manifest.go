// SPDX-License-Identifier: Apache-2.0

// Package update says what a release of this program consists of and whether a
// device may trust it: a manifest that names every file with its hash, signed
// with minisign (https://jedisct1.github.io/minisign/). It only reads and
// checks; it does not fetch or install anything.
//
// It also has the two files by which the daemon and the root helper, which
// installs, speak with each other: the daemon, which has no privileges, writes a
// [Request] into its own directory, and the helper a [State] into [StateDir].
//
// This package is not an API: other modules use hil, hil/conform and hil/sigrok alone.
package update

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/mod/semver"
)

// Limits of a manifest, which comes from the network.
const (
	MaxManifest  = 64 << 10 // bytes
	maxFiles     = 64
	maxName      = 128     // bytes of a file's or a version's name
	maxNotes     = 4 << 10 // bytes
	maxFileBytes = 2 << 30
)

// A Manifest lists the files of one release.
type Manifest struct {
	Version string `json:"version"`
	// Counter rises with every release: a device refuses a counter below the highest that
	// it has seen, so that no one can offer it an old release with a known bug.
	// It is a number from 1 to the second since 1970 in which the manifest expires: a larger
	// one would keep the device from all later releases.
	Counter int64 `json:"counter"`
	// Expires is when the manifest has to be signed again, so that no one can keep a
	// device from hearing of newer releases for longer.
	Expires time.Time `json:"expires"`
	Files   []File    `json:"files"`
	// Channel is the channel that the manifest was made for: a device takes it
	// from no other. Empty, as in releases before there were channels: any.
	Channel string `json:"channel,omitempty"`
	// Notes are the release notes in plain text, for the person who decides.
	Notes string `json:"notes,omitempty"`
	// Share is the percentage of devices that shall install it by themselves now, chosen
	// by [Manifest.Includes]; 0, as in older manifests, is all of them. To widen a share,
	// sign the manifest again. To stop a release, sign the version before it with a higher
	// counter: no further device hears of it, and devices with it keep it.
	Share int `json:"share,omitempty"`
	// Minimum is the oldest version that can be replaced by this one at once;
	// empty: any.
	Minimum string `json:"minimum,omitempty"`
}

// A File is one file of a release.
type File struct {
	Name   string `json:"name"`           // with no folder
	Arch   string `json:"arch,omitempty"` // Debian's name of the architecture; empty: for all
	Size   int64  `json:"size"`           // bytes
	SHA256 string `json:"sha256"`         // 64 lower-case hex digits
}

// parse reads a manifest whose signature has been verified: that says who wrote
// it, not that it is valid.
func parse(text []byte) (Manifest, error) {
	var m Manifest
	d := json.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&m); err != nil {
		return Manifest{}, fmt.Errorf("update: manifest: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return Manifest{}, errors.New("update: manifest: unexpected data follow")
	}
	return m, m.check()
}

// check returns everything that is wrong with m.
func (m Manifest) check() error {
	var all []error
	wrong := func(field, format string, a ...any) {
		all = append(all, fmt.Errorf("update: manifest: %s: %s", field, fmt.Sprintf(format, a...)))
	}
	if err := named(m.Version); err != nil {
		wrong("version", "%v", err)
	}
	switch last := m.Expires.Unix(); {
	case m.Expires.IsZero():
		wrong("expires", "is missing")
	case m.Counter < 1 || m.Counter > last:
		wrong("counter", "%d, want 1 to %d, the second in which it expires", m.Counter, last)
	}
	if m.Channel != "" && !slices.Contains(Channels, m.Channel) {
		wrong("channel", "%.40q, want %s", m.Channel, strings.Join(Channels, " or "))
	}
	if len(m.Notes) > maxNotes {
		wrong("notes", "%d bytes, at most %d", len(m.Notes), maxNotes)
	} else if strings.ContainsFunc(m.Notes, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }) {
		wrong("notes", "has control characters")
	}
	if m.Share < 0 || m.Share > 100 {
		wrong("share", "%d, want 1 to 100", m.Share)
	}
	if m.Minimum != "" {
		if err := named(m.Minimum); err != nil {
			wrong("minimum", "%v", err)
		}
	}
	if n := len(m.Files); n == 0 || n > maxFiles {
		wrong("files", "%d, want 1 to %d", n, maxFiles)
	}
	for i, f := range m.Files[:min(len(m.Files), maxFiles)] {
		if err := f.check(); err != nil {
			wrong(fmt.Sprintf("files[%d]", i), "%v", err)
		}
	}
	return errors.Join(all...)
}

func (f File) check() error {
	if err := named(f.Name); err != nil {
		return fmt.Errorf("name: %w", err)
	}
	if f.Size < 1 || f.Size > maxFileBytes {
		return fmt.Errorf("size: %d, want 1 to %d", f.Size, int64(maxFileBytes))
	}
	// One spelling only, so that manifests can be compared as text.
	if sum, err := hex.DecodeString(f.SHA256); err != nil || len(sum) != 32 || f.SHA256 != strings.ToLower(f.SHA256) {
		return fmt.Errorf("sha256: %.80q, want 64 lower-case hex digits", f.SHA256)
	}
	return nil
}

// named returns the faults of the name of a file or version, which becomes part of a
// path and of a command line.
func named(name string) error {
	switch {
	case name == "":
		return errors.New("is missing")
	case len(name) > maxName:
		return fmt.Errorf("%d bytes, at most %d", len(name), maxName)
	}
	for _, r := range name {
		if !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune(".+~_-", r)) {
			return fmt.Errorf("%q, want letters, digits and .+~_- only", name)
		}
	}
	if name[0] == '.' || name[0] == '-' {
		return fmt.Errorf("%q begins with %q", name, name[0])
	}
	return nil
}

// Compare orders versions, as cmp.Compare does, by Semantic Versioning 2.0.0: by their numbers
// 1.2.3, and 1.3.0-dev, or 1.3.0~dev as Debian writes it, before 1.3.0. A missing number is 0;
// what follows a + is ignored. Text of another form is before all versions.
func Compare(a, b string) int { return semver.Compare(semantic(a), semantic(b)) }

// semantic returns v as package semver reads it: v1.2.3-pre.
func semantic(v string) string {
	v = strings.Replace(strings.TrimPrefix(v, "v"), "~", "-", 1)
	end := len(v)
	if at := strings.IndexAny(v, "-+"); at >= 0 {
		end = at
	}
	missing := max(2-strings.Count(v[:end], "."), 0)
	return "v" + v[:end] + strings.Repeat(".0", missing) + v[end:]
}
