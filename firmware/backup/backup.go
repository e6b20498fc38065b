// Package backup is the form of a backup: one file with everything that a person
// has set up. It is a ZIP archive of readable files; with secrets in it, it is
// encrypted by a passphrase (scrypt, RFC 7914, and XChaCha20-Poly1305).
package backup

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
)

// Content is what a backup holds. Of the fields, Version and Settings are always
// there.
type Content struct {
	Version  string // of the program that made it
	Made     time.Time
	Settings []byte            // and the widgets, in the form of package store
	Config   []byte            // of the page, in TOML; nil = nothing was written
	Icons    map[string][]byte // of the user's folder, by name: PNG or GIF

	// Secrets, in encrypted backups only; nil = left out.
	Key       []byte // the device's own
	NamedKeys []byte // the file of the named keys

	// What makes the device this one, in encrypted backups only; nil = left out.
	Identity []byte // JSON
	Cert     []byte // PEM, with the private key
}

// Secret reports whether the content must be encrypted.
func (c *Content) Secret() bool {
	return c.Key != nil || c.NamedKeys != nil || c.Identity != nil || c.Cert != nil
}

// Limits of a backup.
const (
	MaxFile  = 24 << 20 // bytes of the file
	maxPlain = 32 << 20 // bytes of all that is in it
	maxEntry = 4 << 20  // bytes of one file in it
	maxIcons = 500
)

// directoryEntry begins the entry of a file in the directory of an archive
// (APPNOTE.TXT 4.3.12). The reader takes some hundred bytes for each.
const directoryEntry = "PK\x01\x02"

const manifestName = "ledpost.json"

// manifest says what the file is.
type manifest struct {
	Format  int       `json:"format"`
	Version string    `json:"version"`
	Made    time.Time `json:"made"`
}

// format is the version of the form. A later one is refused.
const format = 1

// entries are the files of a backup, besides the manifest and the icons.
func (c *Content) entries() map[string]*[]byte {
	return map[string]*[]byte{
		"settings.json": &c.Settings, "config.toml": &c.Config,
		"secret/key": &c.Key, "secret/keys.json": &c.NamedKeys,
		"identity/identity.json": &c.Identity, "identity/cert.pem": &c.Cert,
	}
}

// Write returns the backup as a file, encrypted if there is a passphrase, which
// secrets need. Errors: ErrPassphrase.
func Write(c *Content, passphrase string) ([]byte, error) {
	if c.Secret() && passphrase == "" {
		return nil, ErrPassphrase
	}
	head, err := json.MarshalIndent(manifest{format, c.Version, c.Made}, "", "  ")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	put := func(name string, data []byte) {
		if err == nil {
			var w io.Writer
			if w, err = z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: c.Made}); err == nil {
				_, err = w.Write(data)
			}
		}
	}
	put(manifestName, append(head, '\n'))
	files := c.entries()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if data := *files[name]; data != nil {
			put(name, data)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Icons)) {
		put("icons/"+name, c.Icons[name])
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("backup: %w", err)
	}
	file := out.Bytes()
	if passphrase != "" {
		file = seal(file, passphrase)
	}
	if len(file) > MaxFile {
		return nil, fmt.Errorf("backup: %w: %d bytes, at most %d are allowed", bounded.ErrTooLarge, len(file), MaxFile)
	}
	return file, nil
}

// Read reads a backup from a file of at most MaxFile bytes. The errors are for the
// person who has sent it; they include ErrPassphrase.
func Read(file []byte, passphrase string) (*Content, error) {
	if len(file) > MaxFile {
		return nil, fmt.Errorf("the file has %d bytes, at most %d are allowed", len(file), MaxFile)
	}
	plain, sealed, err := open(file, passphrase)
	if err != nil {
		return nil, err
	}
	if bytes.Count(plain, []byte(directoryEntry)) > 2*maxIcons { // a compressed icon may have a few by chance
		return nil, errors.New("the file has too many files in it")
	}
	z, err := zip.NewReader(bytes.NewReader(plain), int64(len(plain)))
	if err != nil {
		return nil, errors.New("the file is no backup")
	}
	c := &Content{Icons: map[string][]byte{}}
	if err := c.readAll(z); err != nil {
		return nil, err
	}
	if c.Secret() && !sealed {
		return nil, errors.New("the file has secrets and is not encrypted: it is no backup of this program")
	}
	return c, nil
}

// readAll reads the files of the archive.
func (c *Content) readAll(z *zip.Reader) error {
	files, seen, left := c.entries(), map[string]bool{}, int64(maxPlain)
	var head []byte
	files[manifestName] = &head
	for _, f := range z.File {
		to, known := files[f.Name]
		icon, isIcon := strings.CutPrefix(f.Name, "icons/")
		switch {
		case seen[f.Name]:
			return fmt.Errorf("%.80q is in it twice", f.Name)
		case !known && (!isIcon || strings.ContainsAny(icon, `/\`)):
			return fmt.Errorf("%.80q is unknown to this version", f.Name)
		case isIcon && len(c.Icons) == maxIcons:
			return fmt.Errorf("more than %d icons", maxIcons)
		}
		seen[f.Name] = true
		data, err := readEntry(f, min(left, maxEntry))
		if err != nil {
			return fmt.Errorf("%.80q: %w", f.Name, err)
		}
		left -= int64(len(data))
		if isIcon {
			c.Icons[icon] = data
		} else {
			*to = data
		}
	}
	var m manifest
	switch {
	case head == nil:
		return errors.New("the file is no backup: it lacks " + manifestName)
	case json.Unmarshal(head, &m) != nil:
		return errors.New(manifestName + " cannot be read")
	case m.Format != format:
		return fmt.Errorf("the backup has form %d, this version reads form %d", m.Format, format)
	case c.Settings == nil:
		return errors.New("the backup lacks settings.json")
	}
	c.Version, c.Made = m.Version, m.Made
	return nil
}

// readEntry returns the content of a file of at most most bytes. It is never nil.
func readEntry(f *zip.File, most int64) ([]byte, error) {
	if f.Method != zip.Deflate && f.Method != zip.Store {
		return nil, errors.New("is compressed in an unknown way")
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := bounded.Read(r, most)
	if data == nil {
		data = []byte{}
	}
	return data, err
}
