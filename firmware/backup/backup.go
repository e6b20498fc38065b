// SPDX-License-Identifier: Apache-2.0

// Package backup is the form of a backup: one file with everything that a person
// has set up. It is a ZIP archive of readable files; with secrets in it, it is
// encrypted by a passphrase, as a file of age (age-encryption.org).
package backup

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"filippo.io/age"

	"github.com/ledpost/ledpost/internal/bounded"
)

// Content is the content of a backup. Of the fields, Version and Settings are always
// there.
type Content struct {
	Version  string // of the program that made it
	Made     time.Time
	Settings []byte            // and the widgets, in the form of package store
	Config   []byte            // of the page, in TOML; nil = nothing was written
	Icons    map[string][]byte // of the user's folder, by name: PNG or GIF
	Scripts  map[string][]byte // own apps, by the name of their file; nil = none

	Installed []byte            // the list of the apps of the gallery; nil = none
	Files     map[string][]byte // of these, by their hash; nil = none
	Said      []byte            // what the owner has said about apps by others; nil = nothing

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
	maxHead  = 512      // bytes of the manifest
	MaxIcons = 5000     // as many as a device may have
	MaxApps  = 100      // own apps
	MaxFiles = 2000     // of the apps of the gallery
	maxName  = 100      // bytes of the name of an icon or app, which errors repeat
)

// directoryEntry begins the entry of a file in the directory of an archive
// (APPNOTE.TXT 4.3.12). The reader takes some hundred bytes for each.
const directoryEntry = "PK\x01\x02"

// Names in the archive.
const (
	manifestName = "ledpost.json"
	iconsFolder  = "icons/"
	appsFolder   = "scripts/"
	filesFolder  = "gallery/"
)

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
		"gallery.json": &c.Installed, "consent.json": &c.Said,
		"secret/key": &c.Key, "secret/keys.json": &c.NamedKeys,
		"identity/identity.json": &c.Identity, "identity/cert.pem": &c.Cert,
	}
}

// folder is the files of a backup whose names are not fixed.
type folder struct {
	files *map[string][]byte
	most  int
}

func (c *Content) folders() map[string]folder {
	return map[string]folder{
		iconsFolder: {&c.Icons, MaxIcons}, appsFolder: {&c.Scripts, MaxApps}, filesFolder: {&c.Files, MaxFiles},
	}
}

// Room returns how many bytes more a backup has room for.
func (c *Content) Room() int {
	room := MaxFile - 1<<20 // for the heads of its files, and the directory
	for _, data := range c.entries() {
		room -= len(*data)
	}
	for _, f := range c.folders() {
		for _, data := range *f.files {
			room -= len(data)
		}
	}
	return room
}

// Write returns the backup as a file, encrypted if there is a passphrase, which
// secrets need. Errors: ErrPassphrase, and bounded.ErrTooLarge for what Read would refuse.
func Write(c *Content, passphrase string) ([]byte, error) {
	if c.Secret() && passphrase == "" {
		return nil, ErrPassphrase
	}
	file, err := c.pack()
	if err != nil {
		return nil, fmt.Errorf("backup: %w", err)
	}
	if passphrase != "" {
		if file, err = seal(file, passphrase); err != nil {
			return nil, fmt.Errorf("backup: %w", err)
		}
	}
	if len(file) > MaxFile {
		return nil, fmt.Errorf("backup: %w: %d bytes, at most %d are allowed", bounded.ErrTooLarge, len(file), MaxFile)
	}
	return file, nil
}

// pack returns the archive.
func (c *Content) pack() ([]byte, error) {
	head, err := json.MarshalIndent(manifest{format, c.Version, c.Made}, "", "  ")
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for name, data := range c.entries() {
		if *data != nil {
			files[name] = *data
		}
	}
	for folder, f := range c.folders() {
		for name, data := range *f.files {
			files[folder+name] = data
		}
	}
	if err := small(files); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	err = c.put(z, manifestName, append(head, '\n')) // first: a reader of the beginning knows what it is
	for _, name := range slices.Sorted(maps.Keys(files)) {
		err = errors.Join(err, c.put(z, name, files[name]))
	}
	err = errors.Join(err, z.Close())
	return out.Bytes(), err
}

// small returns why Read would refuse the sizes of files.
func small(files map[string][]byte) error {
	left := maxPlain - maxHead
	for name, data := range files {
		if left -= len(data); len(data) > maxEntry {
			return fmt.Errorf("%.80q: %w: %d bytes, at most %d are allowed", name, bounded.ErrTooLarge, len(data), maxEntry)
		}
	}
	if left < 0 {
		return fmt.Errorf("%w: its files have more than %d MiB in all", bounded.ErrTooLarge, maxPlain>>20)
	}
	return nil
}

// put adds a file to the archive.
func (c *Content) put(z *zip.Writer, name string, data []byte) error {
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: c.Made})
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// Read reads a backup from a file of at most MaxFile bytes. The errors are for its
// sender; they include ErrPassphrase.
func Read(file []byte, passphrase string) (*Content, error) {
	if len(file) > MaxFile {
		return nil, fmt.Errorf("the file has %d bytes, at most %d are allowed", len(file), MaxFile)
	}
	plain, sealed, err := open(file, passphrase)
	if err != nil {
		return nil, err
	}
	if bytes.Count(plain, []byte(directoryEntry)) > 2*MaxIcons { // a compressed icon may have a few by chance
		return nil, errors.New("the file has too many files in it")
	}
	z, err := zip.NewReader(bytes.NewReader(plain), int64(len(plain)))
	if err != nil {
		return nil, errors.New("the file is not a backup")
	}
	c := &Content{Icons: map[string][]byte{}}
	if err := c.readAll(z); err != nil {
		return nil, err
	}
	if c.Secret() && !sealed {
		return nil, errors.New("the file has secrets and is not encrypted: it is not a backup of this program")
	}
	return c, nil
}

// readAll reads the files of the archive.
func (c *Content) readAll(z *zip.Reader) error {
	files, seen, left := c.entries(), map[string]bool{}, int64(maxPlain)
	var head []byte
	files[manifestName] = &head
	for _, f := range z.File {
		if seen[f.Name] {
			return fmt.Errorf("%.80q appears twice", f.Name)
		}
		seen[f.Name] = true
		to, known := files[f.Name]
		into, name, err := c.place(f.Name)
		if !known && err != nil {
			return err
		}
		data, err := readEntry(f, min(left, maxEntry))
		if err != nil {
			return fmt.Errorf("%.80q: %w", f.Name, err)
		}
		left -= int64(len(data))
		if known {
			*to = data
		} else {
			into[name] = data
		}
	}
	return c.readHead(head)
}

// place returns where a file of the archive belongs that has no fixed name, and its name there.
func (c *Content) place(file string) (files map[string][]byte, name string, err error) {
	in, name := path.Split(file)
	f, ok := c.folders()[in]
	switch {
	case !ok || name == "" || len(name) > maxName || strings.ContainsFunc(name, odd):
		return nil, "", fmt.Errorf("%.80q is unknown to this version", file)
	case len(*f.files) == f.most:
		return nil, "", fmt.Errorf("more than %d files in %s", f.most, in)
	case *f.files == nil:
		*f.files = map[string][]byte{}
	}
	return *f.files, name, nil
}

// odd reports whether a name with r is a path, or does not look like what it is.
func odd(r rune) bool { return r == '/' || r == '\\' || !unicode.IsPrint(r) }

// readHead reads the manifest, and checks what has to be there.
func (c *Content) readHead(head []byte) error {
	var m manifest
	switch {
	case head == nil:
		return errors.New("the file is not a backup: it lacks " + manifestName)
	case json.Unmarshal(head, &m) != nil:
		return errors.New(manifestName + " cannot be read")
	case m.Format != format:
		return fmt.Errorf("the backup has format %d, this version reads format %d", m.Format, format)
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

// ErrPassphrase is returned when a passphrase is needed and missing.
var ErrPassphrase = errors.New("a passphrase is needed: the backup has secrets")

var errWrong = errors.New("the passphrase is wrong, or the file was changed")

// magic begins an encrypted file: it is one of age, which opens it too.
const magic = "age-encryption.org/v1\n"

// workFactor is the cost of a guess of the passphrase as a power of two: 32 MiB, and a
// second on a slow board. A file that asks for more is refused: a Raspberry Pi Zero has
// 512 MB.
const workFactor = 15

// seal encrypts a file.
func seal(plain []byte, passphrase string) ([]byte, error) {
	to, err := age.NewScryptRecipient(passphrase)
	if err != nil {
		return nil, err
	}
	to.SetWorkFactor(workFactor)
	var out bytes.Buffer
	out.Grow(len(plain) + len(plain)/1024 + 1024) // with the tags of its parts, and the header
	w, err := age.Encrypt(&out, to)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(plain); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}

// open returns the file decrypted, or as it is if it is not encrypted.
func open(file []byte, passphrase string) (plain []byte, sealed bool, err error) {
	if !bytes.HasPrefix(file, []byte(magic)) {
		return file, false, nil
	}
	if passphrase == "" {
		return nil, true, ErrPassphrase
	}
	with, err := age.NewScryptIdentity(passphrase)
	if err != nil {
		return nil, true, err
	}
	with.SetMaxWorkFactor(workFactor)
	var out bytes.Buffer
	r, err := age.Decrypt(bytes.NewReader(file), with)
	if err == nil {
		out.Grow(len(file)) // it has less, and the buffer wants room for a last read
		_, err = out.ReadFrom(r)
	}
	if err != nil {
		return nil, true, fmt.Errorf("%w (%w)", errWrong, err)
	}
	return out.Bytes(), true, nil
}
