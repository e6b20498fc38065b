package main

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aead.dev/minisign"

	"github.com/ledpost/ledpost/update"
)

// TestSign: what is written is what devices take, with all that a release can
// say of itself.
func TestSign(t *testing.T) {
	public, secret, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	text, err := secret.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("LEDPOST_SIGNING_KEY", string(text))
	dir, elsewhere := t.TempDir(), t.TempDir()
	put := func(dir, name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const deb = "ledpost_1.3.0_arm64.deb"
	put(dir, deb, "light")
	put(dir, "SHA256SUMS", fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte("light")), deb))
	notes := put(elsewhere, "notes", "\nNew: rain.\n")
	trusted := put(elsewhere, "update.pub", public.String()+"\n")
	m := update.Manifest{Version: "1.3.0", Counter: 7, Expires: time.Now().Add(time.Hour), Channel: "beta", Share: 5, Minimum: "1.1.0"}
	if err := run(dir, m, notes, trusted); err != nil {
		t.Fatal(err)
	}
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	got, err := update.Verify(read(update.ManifestFile), read(update.SignatureFile), public)
	if err != nil || got.Channel != "beta" || got.Share != 5 || got.Minimum != "1.1.0" || got.Notes != "New: rain." || got.Files[0].Arch != "arm64" {
		t.Errorf("%+v, %v", got, err)
	}
	if !bytes.Contains(read("signing.pub"), []byte(public.String())) {
		t.Error("signing.pub is another key")
	}

	stranger, _, _ := minisign.GenerateKey(rand.Reader)
	if err := run(dir, m, "", put(elsewhere, "other.pub", stranger.String()+"\n")); err == nil || !strings.Contains(err.Error(), "none of the public keys") {
		t.Errorf("a key that no device has: %v", err)
	}
	m.Channel = "nightly"
	if err := run(dir, m, "", ""); err == nil || !strings.Contains(err.Error(), "channel") {
		t.Errorf("a channel that does not exist: %v", err)
	}
}
