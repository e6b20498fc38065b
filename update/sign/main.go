// Sign writes manifest.json and manifest.json.minisig for the files of a release
// that deploy/release has made. The secret key comes from the environment:
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
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"aead.dev/minisign"

	"github.com/ledpost/ledpost/update"
)

func main() {
	version := flag.String("version", "", "version of the release")
	counter := flag.Int64("counter", 0, "counter of the release, above that of every earlier one")
	valid := flag.Duration("valid", 90*24*time.Hour, "how long devices accept the manifest")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: sign -version V -counter N DIR")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *version, *counter, *valid); err != nil {
		fmt.Fprintln(os.Stderr, "sign:", err)
		os.Exit(1)
	}
}

func run(dir, version string, counter int64, valid time.Duration) error {
	key, err := secret()
	if err != nil {
		return err
	}
	public, ok := key.Public().(minisign.PublicKey)
	if !ok {
		return fmt.Errorf("a key of type %T", key.Public())
	}
	m := update.Manifest{Version: version, Counter: counter, Expires: time.Now().Add(valid).UTC().Truncate(time.Second)}
	if m.Files, err = files(dir); err != nil {
		return err
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	trusted, err := public.MarshalText()
	if err != nil {
		return err
	}
	// Hashed first, as the minisign command does by default.
	reader := minisign.NewReader(bytes.NewReader(text))
	if _, err := io.Copy(io.Discard, reader); err != nil {
		return err
	}
	signature := reader.SignWithComments(key, fmt.Sprintf("ledpost %s, counter %d", version, counter), "signature of manifest.json")
	if _, err := update.Verify(text, signature, public); err != nil {
		return err // what devices would refuse is not released
	}
	return write(dir, map[string][]byte{
		"manifest.json":         text,
		"manifest.json.minisig": signature,
		"signing.pub":           append(trusted, '\n'),
	})
}

func secret() (minisign.PrivateKey, error) {
	text := os.Getenv("LEDPOST_SIGNING_KEY")
	if text == "" {
		fmt.Fprintln(os.Stderr, "sign: LEDPOST_SIGNING_KEY is not set: signed with a key that is made for this run and forgotten")
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
			return nil, fmt.Errorf("SHA256SUMS: %q is no line of sha256sum", line)
		}
		text, err := os.ReadFile(filepath.Join(dir, filepath.Base(name)))
		if err != nil {
			return nil, err
		}
		if is := sha256.Sum256(text); hex.EncodeToString(is[:]) != sum {
			return nil, fmt.Errorf("%s is not what SHA256SUMS says", name)
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
