// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aead.dev/minisign"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
)

func trusting(keys ...minisign.PublicKey) update.Trust { return update.Trust{Keys: keys} }

// TestSecondSignature: a rebuilder signs what he has built himself, and nothing else; devices
// that demand one signature or two take the result.
func TestSecondSignature(t *testing.T) {
	maintainer, first, _ := minisign.GenerateKey(rand.Reader)
	rebuilder, second2, _ := minisign.GenerateKey(rand.Reader)
	is := func(key minisign.PrivateKey) { t.Setenv("LEDPOST_SIGNING_KEY", string(must.Get(key.MarshalText())(t))) }
	dir := t.TempDir()
	trusted := filepath.Join(t.TempDir(), "update.pub")
	must.Do(t, os.WriteFile(trusted, []byte(maintainer.String()+"\n"), 0o600))
	const deb = "ledpost_1.3.0_arm64.deb"
	must.Do(t,
		write(dir,
			map[string][]byte{deb: []byte("light"),
				"SHA256SUMS": fmt.Appendf(nil, "%x  %s\n", sha256.Sum256([]byte("light")), deb)}))
	is(first)
	must.Do(t, run(dir, update.Manifest{Version: "1.3.0", Counter: 7, Expires: time.Now().Add(time.Hour)}, "", trusted))
	both := update.Trust{Keys: []minisign.PublicKey{maintainer, rebuilder}, Signatures: 2}
	devices := func() error {
		_, err := both.Verify(must.Get(os.ReadFile(filepath.Join(dir, update.ManifestFile)))(t),
			must.Get(os.ReadFile(filepath.Join(dir, update.SignatureFile)))(t))
		return err
	}
	must.Fail(t, second(dir, trusted), "already", "the maintainer signs twice")
	is(second2)
	must.Do(t, write(dir, map[string][]byte{deb: []byte("lights")}))
	must.Fail(t, second(dir, trusted), "the two builds differ", "another build")
	if err := devices(); !errors.Is(err, update.ErrSignature) {
		t.Errorf("before it: %v", err)
	}
	must.Do(t, write(dir, map[string][]byte{deb: []byte("light")}))
	must.Do(t, second(dir, trusted))
	must.Do(t, devices())
	if err := second(dir, trusted); err == nil {
		t.Error("it signs again")
	}
}

// TestSingle: one file is signed, by a key that devices trust.
func TestSingle(t *testing.T) {
	public, key, _ := minisign.GenerateKey(rand.Reader)
	other, _, _ := minisign.GenerateKey(rand.Reader)
	t.Setenv("LEDPOST_SIGNING_KEY", string(must.Get(key.MarshalText())(t)))
	dir, from := t.TempDir(), t.TempDir()
	file, trusted := filepath.Join(from, "gallery.json.gz"), filepath.Join(from, "update.pub")
	must.Do(t, write(from, map[string][]byte{"gallery.json.gz": []byte("apps"), "update.pub": []byte(other.String())}))
	must.Fail(t, single(dir, file, trusted), "belongs to none", "a key that no device trusts")
	must.Do(t, write(from, map[string][]byte{"update.pub": []byte(public.String())}))
	must.Do(t, single(dir, file, trusted))
	by := must.Get(os.ReadFile(filepath.Join(dir, "gallery.json.gz.minisig")))(t)
	for text, want := range map[string]bool{"apps": true, "apps ": false} {
		if got := trusting(public).Signed([]byte(text), by); got != want {
			t.Errorf("%q is signed: %v", text, got)
		}
	}
	if (update.Trust{Keys: []minisign.PublicKey{public}, Signatures: 2}).Signed([]byte("apps"), by) {
		t.Error("one signature counts as two")
	}
}

// TestSign: what is written is what devices take, with all that a release can
// say of itself.
func TestSign(t *testing.T) {
	public, secret, err := minisign.GenerateKey(rand.Reader)
	must.Do(t, err)
	text := must.Get(secret.MarshalText())(t)
	t.Setenv("LEDPOST_SIGNING_KEY", string(text))
	dir, elsewhere := t.TempDir(), t.TempDir()
	put := func(dir, name, text string) string {
		path := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	const deb = "ledpost_1.3.0_arm64.deb"
	put(dir, deb, "light")
	put(dir, "SHA256SUMS", fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte("light")), deb))
	notes := put(elsewhere, "notes", "\nNew: rain.\n")
	trusted := put(elsewhere, "update.pub", public.String()+"\n")
	m := update.Manifest{Version: "1.3.0", Counter: 7, Expires: time.Now().Add(time.Hour), Channel: "beta", Share: 5,
		Minimum: "1.1.0"}
	must.Do(t, run(dir, m, notes, trusted))
	read := func(name string) []byte { return must.Get(os.ReadFile(filepath.Join(dir, name)))(t) }
	got, err := trusting(public).Verify(read(update.ManifestFile), read(update.SignatureFile))
	if err != nil || got.Channel != "beta" || got.Share != 5 || got.Minimum != "1.1.0" || got.Notes != "New: rain." ||
		got.Files[0].Arch != "arm64" {
		t.Errorf("%+v, %v", got, err)
	}
	if !bytes.Contains(read("signing.pub"), []byte(public.String())) {
		t.Error("signing.pub is another key")
	}

	stranger, _, _ := minisign.GenerateKey(rand.Reader)
	if err := run(dir, m, "", put(elsewhere, "other.pub", stranger.String()+"\n")); err == nil ||
		!strings.Contains(err.Error(), "none of the public keys") {
		t.Errorf("a key that no device has: %v", err)
	}
	m.Counter = 1<<63 - 1
	must.Fail(t, run(dir, m, "", ""), "counter", "the largest counter, which no other can follow")
	m.Counter, m.Channel = 7, "nightly"
	must.Fail(t, run(dir, m, "", ""), "channel", "a channel that does not exist")
}

// TestRenew: a manifest is signed again with its files, counter and share as
// they were; a share that is named replaces its own; what a stranger has signed
// gets no signature.
func TestRenew(t *testing.T) {
	public, secret, _ := minisign.GenerateKey(rand.Reader)
	stranger, _, _ := minisign.GenerateKey(rand.Reader)
	key := must.Get(secret.MarshalText())(t)
	t.Setenv("LEDPOST_SIGNING_KEY", string(key))
	dir := t.TempDir()
	pub := func(name string, key minisign.PublicKey) string {
		path := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(path, []byte(key.String()+"\n"), 0o600))
		return path
	}
	trusted := pub("update.pub", public)
	const deb = "ledpost_1.3.0_arm64.deb"
	must.Do(t,
		write(dir,
			map[string][]byte{deb: []byte("light"),
				"SHA256SUMS": fmt.Appendf(nil, "%x  %s\n", sha256.Sum256([]byte("light")), deb)}))
	soon, later := time.Now().Add(time.Hour).UTC().Truncate(time.Second),
		time.Now().Add(90*time.Hour).UTC().Truncate(time.Second)
	must.Do(t, run(dir, update.Manifest{Version: "1.3.0", Counter: 7, Expires: soon, Share: 5}, "", trusted))
	for _, row := range []struct{ share, want int }{{0, 5}, {50, 50}, {0, 50}} {
		must.Do(t, renew(dir, update.Manifest{Counter: 7, Expires: later, Share: row.share}, trusted))
		text, _ := os.ReadFile(filepath.Join(dir, update.ManifestFile))
		signature, _ := os.ReadFile(filepath.Join(dir, update.SignatureFile))
		m, err := trusting(public).Verify(text, signature)
		if err != nil || m.Share != row.want || m.Counter != 7 || !m.Expires.Equal(later) || len(m.Files) != 1 {
			t.Errorf("share %d: %+v, %v", row.share, m, err)
		}
	}
	for _, newest := range []int64{8, 0} {
		if err := renew(dir, update.Manifest{Counter: newest, Expires: later}, trusted); err == nil ||
			!strings.Contains(err.Error(), "not the newest") {
			t.Errorf("the newest is %d: %v", newest, err)
		}
	}
	if err := renew(dir, update.Manifest{Counter: 7, Expires: later}, pub("other.pub", stranger)); !errors.Is(err,
		update.ErrSignature) {
		t.Errorf("a manifest of a key that is not trusted: %v", err)
	}
}
