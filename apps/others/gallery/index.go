// SPDX-License-Identifier: Apache-2.0

// Package gallery has the community's apps: a list of them at one commit, and the files of those
// that are installed, each by its hash.
package gallery

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/budget"
)

// Form is the version of the form of a catalogue.
const Form = 1

// Limits of a catalogue. The community's had 978 apps and 0.4 MB in August 2026.
const (
	MaxPacked  = 2 << 20  // bytes as it comes
	MaxPlain   = 12 << 20 // bytes of its JSON
	MaxApps    = 5000
	MaxFiles   = 200       // of an app
	MaxPicture = 512 << 10 // bytes of the picture of an app
	maxText    = 2000      // bytes of a description
	maxName    = 100       // bytes of each other text
	maxHosts   = 32
	maxPath    = 200
	maxLine    = 64 << 10 // bytes of the JSON of an app
)

// Catalogue is a list of apps at one commit.
type Catalogue struct {
	Head
	Apps []App
}

// Head says where a catalogue is from.
type Head struct {
	Form    int       `json:"form"`
	Commit  string    `json:"commit"` // 40 hexadecimal digits
	Date    time.Time `json:"date"`   // of the commit
	Base    string    `json:"base"`   // address in front of the path of each file
	License string    `json:"license"`
}

// App is an app of a catalogue.
type App struct {
	ID       string   `json:"id"` // letters, digits, - and _
	Name     string   `json:"name"`
	Author   string   `json:"author"`
	Summary  string   `json:"summary"`
	About    string   `json:"about,omitempty"`
	Category string   `json:"category"`
	License  string   `json:"license,omitempty"` // "" = that of the catalogue
	Hosts    []string `json:"hosts,omitempty"`   // whose addresses stand in the program
	Main     string   `json:"main"`              // the file with main
	Twice    bool     `json:"twice,omitempty"`   // it can draw all of it twice as large
	Files    []File   `json:"files"`             // by their path in the app
	Picture  *File    `json:"picture,omitempty"` // what it looks like; nil = nobody shows it
}

// File is a file of an app.
type File struct {
	Path string `json:"path"` // within the app's folder
	From string `json:"from"` // behind the base of the catalogue
	Size int    `json:"size"` // bytes
	Hash Hash   `json:"hash"`
}

// Hash is the SHA-256 of a file.
type Hash [sha256.Size]byte

// MarshalText implements [encoding.TextMarshaler].
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (h *Hash) UnmarshalText(text []byte) error {
	if len(text) != hex.EncodedLen(len(h)) {
		return errors.New("a hash wants 64 hexadecimal digits")
	}
	_, err := hex.Decode(h[:], text)
	return err
}

func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Bytes returns how many bytes the files of an app have.
func (a App) Bytes() (n int) {
	for _, f := range a.Files {
		n += f.Size
	}
	return n
}

// Same reports whether two versions of an app are the same program.
func (a App) Same(b App) bool {
	same := func(f, g File) bool { return f.Path == g.Path && f.Hash == g.Hash }
	return a.Main == b.Main && a.Twice == b.Twice && slices.EqualFunc(a.Files, b.Files, same)
}

var (
	id     = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)
	commit = regexp.MustCompile(`^[0-9a-f]{40}$`)
	host   = regexp.MustCompile(`^[a-z0-9._:-]{1,100}$`)
)

// Check returns why an app may not be in a catalogue; nil = it may.
func (a App) Check() error {
	if !id.MatchString(a.ID) {
		return fmt.Errorf("%.80q is no id", a.ID)
	}
	for _, text := range []string{a.Name, a.Author, a.Summary, a.Category, a.License} {
		if len(text) > maxName*4 {
			return fmt.Errorf("%s: a text of %d bytes", a.ID, len(text))
		}
	}
	if a.Name == "" || len(a.About) > maxText || len(a.Hosts) > maxHosts {
		return fmt.Errorf("%s: no name, or too long a text", a.ID)
	}
	for _, h := range a.Hosts {
		if !host.MatchString(h) {
			return fmt.Errorf("%s: %.80q is no host", a.ID, h)
		}
	}
	return a.checkFiles()
}

// checkFiles is Check for the files.
func (a App) checkFiles() error {
	if len(a.Files) > MaxFiles || a.Bytes() > applet.MaxSource {
		return fmt.Errorf("%s: %d files of %d bytes, at most %d of %d are allowed", a.ID, len(a.Files), a.Bytes(), MaxFiles,
			applet.MaxSource)
	}
	seen := map[string]bool{}
	for _, f := range a.Files {
		if err := f.check(applet.MaxSource); err != nil {
			return fmt.Errorf("%s: %w", a.ID, err)
		}
		if seen[f.Path] {
			return fmt.Errorf("%s: the file %.80q is there twice", a.ID, f.Path)
		}
		seen[f.Path] = true
	}
	if !seen[a.Main] || path.Ext(a.Main) != ".star" {
		return fmt.Errorf("%s: it has no program", a.ID)
	}
	if a.Picture != nil {
		return a.Picture.check(MaxPicture)
	}
	return nil
}

func (f File) check(most int) error {
	for _, p := range []string{f.Path, f.From} {
		if !fs.ValidPath(p) || p == "." || len(p) > maxPath || strings.ContainsAny(p, "\\\x00?#%") {
			return fmt.Errorf("%.80q is no path", p)
		}
	}
	if f.Size < 0 || f.Size > most {
		return fmt.Errorf("%.80q has %d bytes, at most %d are allowed", f.Path, f.Size, most)
	}
	return nil
}

// check returns the fault of a catalogue's head; nil = it is valid.
func (h Head) check() error {
	switch {
	case h.Form != Form:
		return fmt.Errorf("the catalogue has form %d, this version reads %d", h.Form, Form)
	case !commit.MatchString(h.Commit):
		return fmt.Errorf("%.80q is no commit", h.Commit)
	case len(h.License) > maxName:
		return errors.New("the catalogue has no licence")
	}
	return nil
}

// checkBase returns why a catalogue at home may not have its files at base; nil = it may. Only a catalogue that comes
// without encryption may have such files.
func checkBase(base, home string) error {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.User != nil || strings.ContainsAny(base, "?#") || !strings.HasSuffix(u.Path, "/") ||
		u.Scheme != "https" && (u.Scheme != "http" || !strings.HasPrefix(home, "http:")) {
		return errors.New("the catalogue does not say where its files are")
	}
	return nil
}

// Read reads a catalogue: lines of JSON, packed by gzip. The first has the [Head], each other one
// an [App]. A catalogue with one fault is refused as a whole. What it unpacks is taken from the budget of ctx.
func Read(ctx context.Context, packed []byte) (*Catalogue, error) {
	if len(packed) > MaxPacked {
		return nil, bounded.ErrTooLarge
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("gallery: %w", err)
	}
	plain := &io.LimitedReader{R: z, N: MaxPlain + 1}
	c, err := read(budget.Of(ctx).Reader(plain, 1))
	switch {
	case plain.N == 0:
		return nil, bounded.ErrTooLarge
	case err != nil:
		return nil, fmt.Errorf("gallery: %w", err)
	}
	return c, nil
}

func read(r io.Reader) (*Catalogue, error) {
	c := new(Catalogue)
	seen := map[string]bool{}
	err := eachLine(r, func(line []byte) error {
		if c.Form == 0 {
			if err := json.Unmarshal(line, &c.Head); err != nil {
				return err
			}
			return c.check()
		}
		var a App
		if err := json.Unmarshal(line, &a); err != nil {
			return err
		}
		if err := a.Check(); err != nil {
			return err
		}
		low := strings.ToLower(a.ID)
		switch {
		case seen[low]:
			return fmt.Errorf("the app %s is there twice", a.ID)
		case len(c.Apps) == MaxApps:
			return fmt.Errorf("there are more than %d apps", MaxApps)
		}
		seen[low] = true
		c.Apps = append(c.Apps, a)
		return nil
	})
	if err == nil && c.Form == 0 {
		err = io.ErrUnexpectedEOF
	}
	return c, err
}

// eachLine calls take for each line, until one fails. It never reads a line of more than maxLine bytes whole: the
// values of its JSON may take many times as much memory.
func eachLine(r io.Reader, take func([]byte) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		if err := take(lines.Bytes()); err != nil {
			return cmp.Or(lines.Err(), err) // the reason for a cut line
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return bounded.ErrTooLarge
	}
	return lines.Err()
}

// Write returns a catalogue as Read reads it.
func Write(c *Catalogue) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	e := json.NewEncoder(z)
	if err := e.Encode(c.Head); err != nil {
		return nil, err
	}
	for _, a := range c.Apps {
		if err := e.Encode(a); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// IsID reports whether s is the id of an app.
func IsID(s string) bool { return id.MatchString(s) }
