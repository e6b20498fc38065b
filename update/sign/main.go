// SPDX-License-Identifier: Apache-2.0

// Sign writes manifest.json and manifest.json.minisig for the files of a release
// that deploy/release has made. With -again it signs the manifest of a channel
// once more, whose files stay as they are: for another expiry, or a wider share. With -add
// it is a rebuilder's tool: DIR has the files as the rebuilder has built them, and the manifest
// of the channel with its signature. If each file is the one that the manifest names, the
// rebuilder's signature follows that of the maintainer. With -file it signs one more file, such as the catalogue of
// apps: its signature in DIR has the file's name and .minisig.
// The secret key comes from the environment:
// LEDPOST_SIGNING_KEY is the text of a minisign secret key file and
// LEDPOST_SIGNING_PASSWORD its password, if it has one. Without a key it makes
// one for this run, to try things out, and says so.
package main

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"aead.dev/minisign"

	"github.com/ledpost/ledpost/update"
)

func main() {
	var m update.Manifest
	flag.StringVar(&m.Version, "version", "", "version of the release")
	flag.Int64Var(&m.Counter, "counter", 0,
		"counter of the release, above the counter of every earlier release; with -again, the counter of the newest release")
	flag.StringVar(&m.Channel, "channel", update.Channels[0],
		"channel that the manifest is for: "+strings.Join(update.Channels, " or "))
	flag.IntVar(&m.Share, "share", 0,
		"percentage of devices that get the release now; 0 = all, and with -again as many as before")
	flag.StringVar(&m.Minimum, "minimum", "", "oldest version that can be replaced at once; empty = any")
	notes := flag.String("notes", "", "file with the release notes, as plain text")
	trusted := flag.String("trusted", "",
		"file of the public keys that devices have: one of them must belong to the secret key")
	again := flag.Bool("again", false,
		"sign the manifest in DIR again, which -trusted must have signed; takes -counter, -share, -trusted, -valid")
	add := flag.Bool("add", false,
		"add a signature to the manifest in DIR, which -trusted must have signed, and whose files must be in DIR")
	file := flag.String("file", "", "sign this file alone; takes -trusted")
	valid := flag.Duration("valid", 90*24*time.Hour, "how long devices accept the manifest")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr,
			"usage: sign -version V -counter N [-channel C] [-share N] [-minimum V] [-notes FILE] [-trusted FILE] DIR\n"+
				"       sign -again -counter N -trusted FILE [-share N] DIR\n"+
				"       sign -add -trusted FILE DIR\n"+
				"       sign -file FILE [-trusted FILE] DIR")
		os.Exit(2)
	}
	m.Expires = time.Now().Add(*valid).UTC().Truncate(time.Second)
	var err error
	switch {
	case *file != "":
		err = single(flag.Arg(0), *file, *trusted)
	case *add:
		err = second(flag.Arg(0), *trusted)
	case *again:
		err = renew(flag.Arg(0), m, *trusted)
	default:
		err = run(flag.Arg(0), m, *notes, *trusted)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sign:", err)
		os.Exit(1)
	}
}

// run completes m with the files of the release in dir, signs it, and writes
// it there. The notes and the trusted keys are files; "" = none.
func run(dir string, m update.Manifest, notes, trusted string) error {
	if notes != "" {
		text, err := os.ReadFile(notes)
		if err != nil {
			return err
		}
		m.Notes = strings.TrimSpace(string(text))
	}
	var err error
	if m.Files, err = files(dir); err != nil {
		return err
	}
	text, signature, public, err := sign(m, trusted)
	if err != nil {
		return err
	}
	return write(dir, map[string][]byte{
		update.ManifestFile:  text,
		update.SignatureFile: signature,
		"signing.pub":        append(public, '\n'),
	})
}

// renew signs the manifest in dir again, with the expiry of m and its share
// unless that is 0. It must be signed by a trusted key already, and have the counter of
// m or a higher one: a manifest that somebody has changed on its server, or an older
// one that somebody has put back there, must not get a signature by this.
func renew(dir string, m update.Manifest, trusted string) error {
	old, _, _, err := signed(dir, trusted)
	if err != nil {
		return err
	}
	if m.Counter < 1 || old.Counter < m.Counter {
		return fmt.Errorf("%s with the counter %d is not the newest release of its channel, which has %d", old.Version,
			old.Counter, m.Counter)
	}
	old.Expires = m.Expires
	if m.Share != 0 {
		old.Share = m.Share
	}
	text, signature, _, err := sign(old, trusted)
	if err != nil {
		return err
	}
	return write(dir, map[string][]byte{update.ManifestFile: text, update.SignatureFile: signature})
}

// signed returns the manifest in dir, which a trusted key must have signed, and its files.
func signed(dir, trusted string) (m update.Manifest, text, signatures []byte, err error) {
	keys, err := update.ReadKeys(trusted)
	if err != nil {
		return m, nil, nil, err
	}
	if text, err = os.ReadFile(filepath.Join(dir, update.ManifestFile)); err != nil {
		return m, nil, nil, err
	}
	if signatures, err = os.ReadFile(filepath.Join(dir, update.SignatureFile)); err != nil {
		return m, nil, nil, err
	}
	m, err = update.Trust{Keys: keys}.Verify(text, signatures)
	return m, text, signatures, err
}

// second adds a signature to those of the manifest in dir, if the files of dir, which somebody
// else has built, are those that it names.
func second(dir, trusted string) error {
	m, text, signatures, err := signed(dir, trusted)
	if err != nil {
		return err
	}
	for _, f := range m.Files {
		built, err := os.ReadFile(filepath.Join(dir, f.Name))
		if err != nil {
			return err
		}
		if is := sha256.Sum256(built); hex.EncodeToString(is[:]) != f.SHA256 {
			return fmt.Errorf("%s is not the file that the manifest names: the two builds differ", f.Name)
		}
	}
	key, public, err := signer("")
	if err != nil {
		return err
	}
	if _, err := (update.Trust{Keys: []minisign.PublicKey{public}}).Verify(text, signatures); err == nil {
		return errors.New("this key has signed the manifest already")
	}
	own, err := ofManifest(m, text, key)
	if err != nil {
		return err
	}
	all := append(append(bytes.TrimRight(signatures, "\n"), '\n'), own...)
	return write(dir, map[string][]byte{update.SignatureFile: all})
}

// single puts the signature of a file into dir.
func single(dir, name, trusted string) error {
	key, _, err := signer(trusted)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	base := filepath.Base(name)
	by, err := signature(data, key, "ledpost "+base, "signature of "+base)
	if err != nil {
		return err
	}
	return write(dir, map[string][]byte{base + ".minisig": by})
}

// ofManifest signs the text of m.
func ofManifest(m update.Manifest, text []byte, key minisign.PrivateKey) ([]byte, error) {
	return signature(text, key, fmt.Sprintf("ledpost %s, counter %d", m.Version, m.Counter), "signature of manifest.json")
}

// signature signs data, and the first comment with it.
func signature(data []byte, key minisign.PrivateKey, comment, unsigned string) ([]byte, error) {
	// Hashed first, as the minisign command does by default.
	reader := minisign.NewReader(bytes.NewReader(data))
	if _, err := io.Copy(io.Discard, reader); err != nil {
		return nil, err
	}
	return reader.SignWithComments(key, comment, unsigned), nil
}

// sign returns the text of m, its signature by the secret key, and the public
// half of that, which must be among the trusted keys, if any are named.
func sign(m update.Manifest, trusted string) (text, by, pub []byte, err error) {
	key, public, err := signer(trusted)
	if err != nil {
		return nil, nil, nil, err
	}
	if text, err = json.MarshalIndent(m, "", "  "); err != nil {
		return nil, nil, nil, err
	}
	text = append(text, '\n')
	if pub, err = public.MarshalText(); err != nil {
		return nil, nil, nil, err
	}
	if by, err = ofManifest(m, text, key); err != nil {
		return nil, nil, nil, err
	}
	_, err = update.Trust{Keys: []minisign.PublicKey{public}}.Verify(text, by) // what devices would refuse is not released
	return text, by, pub, err
}

// among returns an error unless public is one of the keys in the file.
func among(file string, public minisign.PublicKey) error {
	keys, err := update.ReadKeys(file)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(keys, func(k minisign.PublicKey) bool { return k.Equal(public) }) {
		return fmt.Errorf("the secret key belongs to none of the public keys in %s: no device would take the release", file)
	}
	return nil
}

// signer returns the secret key and its public half, which must be among the trusted keys, if any are named.
func signer(trusted string) (key minisign.PrivateKey, public minisign.PublicKey, err error) {
	if key, err = secret(); err != nil {
		return key, public, err
	}
	public, ok := key.Public().(minisign.PublicKey)
	if !ok {
		return key, public, fmt.Errorf("a key of type %T", key.Public())
	}
	if trusted != "" {
		err = among(trusted, public)
	}
	return key, public, err
}

func secret() (minisign.PrivateKey, error) {
	text := os.Getenv("LEDPOST_SIGNING_KEY")
	if text == "" {
		fmt.Fprintln(os.Stderr,
			"sign: LEDPOST_SIGNING_KEY is not set: signed with a key that is made for this run and forgotten")
		_, key, err := minisign.GenerateKey(rand.Reader)
		return key, err
	}
	if minisign.IsEncrypted([]byte(text)) {
		return minisign.DecryptKey(os.Getenv("LEDPOST_SIGNING_PASSWORD"), []byte(text))
	}
	var key minisign.PrivateKey
	err := key.UnmarshalText([]byte(text))
	return key, err
}

// files returns what SHA256SUMS lists, which the files have to agree with.
func files(dir string) (all []update.File, err error) {
	sums, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(sums)) {
		sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if !ok {
			return nil, fmt.Errorf("SHA256SUMS: %q is not a line of sha256sum", line)
		}
		text, err := os.ReadFile(filepath.Join(dir, filepath.Base(name)))
		if err != nil {
			return nil, err
		}
		if is := sha256.Sum256(text); hex.EncodeToString(is[:]) != sum {
			return nil, fmt.Errorf("%s differs from its line in SHA256SUMS", name)
		}
		all = append(all, update.File{Name: name, Arch: arch(name), Size: int64(len(text)), SHA256: sum})
	}
	return all, nil
}

// arch returns the architecture that a file's name ends with, before its
// extension: ledpost_1.2.0_arm64.deb.
func arch(name string) string {
	for _, a := range []string{"armhf", "arm64", "amd64"} {
		if strings.Contains(name, "_"+a+".") {
			return a
		}
	}
	return ""
}

func write(dir string, files map[string][]byte) error {
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
