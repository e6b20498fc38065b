// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aead.dev/minisign"

	"github.com/ledpost/ledpost/config"
)

// TestSizes: the sizes of pictures at their limits, and in no other form.
func TestSizes(t *testing.T) {
	for _, row := range []struct {
		text string
		w, h int // 0 for a size that is refused
	}{
		{"8x8", 8, 8}, {"512x256", 512, 256}, {"64x32", 64, 32},
		{text: "7x8"}, {text: "8x7"}, {text: "513x256"}, {text: "512x257"}, {text: "64"}, {text: "064x32"}, {text: "64x32x"}, {text: ""},
	} {
		w, h, err := parseSize(row.text)
		if w != row.w || h != row.h || (err == nil) != (row.w > 0) {
			t.Errorf("%q is %d×%d, %v", row.text, w, h, err)
		}
		if err != nil && !strings.Contains(err.Error(), row.text) {
			t.Errorf("%q: %v", row.text, err)
		}
	}
}

// TestKeptKeysAreWhole: a kept key counts with the certificate that it belongs to alone.
func TestKeptKeysAreWhole(t *testing.T) {
	const serial = "SA150600005678W00LP"
	dir := t.TempDir()
	if k, err := recall(dir, serial); k != (kept{}) || err != nil {
		t.Errorf("nothing is kept: %+v, %v", k, err)
	}
	if err := keep(dir, serial, kept{Key: mine, Pin: "00"}); err != nil {
		t.Fatal(err)
	}
	if k, err := recall(dir, serial); k != (kept{Key: mine, Pin: "00"}) || err != nil {
		t.Errorf("kept: %+v, %v", k, err)
	}
	for _, text := range []string{"{}", `{"key":"` + mine + `"}`, `{"pin":"00"}`, "{"} {
		path := filepath.Join(dir, "devices", serial+".json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if k, err := recall(dir, serial); k != (kept{}) || err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %+v, %v", text, k, err)
		}
	}
}

// TestNoKeyHere: a machine without a key says that there is none.
func TestNoKeyHere(t *testing.T) {
	if keys, err := (dataFlag{data: t.TempDir()}).hereKeys(); len(keys) > 0 || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%d keys, %v", len(keys), err)
	}
}

// TestColours: the limits of a GIF's colours are taken.
func TestColours(t *testing.T) {
	for colours, valid := range map[int]bool{1: false, 2: true, 256: true, 257: false} {
		c := renderCmd{fps: 1, colours: colours, out: "a.gif", enlargement: enlargement{scale: 1}}
		if err := c.check(); (err == nil) != valid {
			t.Errorf("%d colours: %v", colours, err)
		}
	}
}

// TestKeysOfReleases: an updater that can trust no release says so, and no other.
func TestKeysOfReleases(t *testing.T) {
	good := filepath.Join(t.TempDir(), "release.pub")
	public, _, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(good, []byte(public.String()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, keys := range map[string]int{good: 1, good + "x": 0} {
		var said bytes.Buffer
		var cfg config.Config
		cfg.Update.KeyFile = path
		from := source(cfg, slog.New(slog.NewTextHandler(&said, nil)))
		if len(from.Keys) != keys || strings.Contains(said.String(), "no release can be trusted") != (keys == 0) {
			t.Errorf("%s: %d keys, %s", path, len(from.Keys), &said)
		}
	}
}
