// SPDX-License-Identifier: Apache-2.0

//go:build unix

package machine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/cli/command/commandtest"
	"github.com/ledpost/ledpost/internal/must"
)

// TestPageLink: where the page is for other machines, with the key behind the #.
func TestPageLink(t *testing.T) {
	for _, row := range []struct{ why, name, addr, want string }{
		{"all addresses", "lamp", ":8080", "http://lamp.local:8080/#KEY"},
		{"all addresses of IPv6", "lamp", "[::]:8080", "http://lamp.local:8080/#KEY"},
		{"the port of HTTP", "lamp", "0.0.0.0:80", "http://lamp.local/#KEY"},
		{"a whole name", "lamp.example.org", ":8080", "http://lamp.example.org:8080/#KEY"},
		{"one address", "lamp", "192.0.2.7:8080", "http://192.0.2.7:8080/#KEY"},
		{"this machine alone", "lamp", "127.0.0.1:8080", "http://localhost:8080/#KEY"},
	} {
		must.Equal(t, pageLink(row.name, row.addr, "KEY"), row.want, row.why)
	}
}

const mine = "1111111111111111"

// TestKeyCommand prints the key of a device, changes it when asked to, and makes none where
// no device is.
func TestKeyCommand(t *testing.T) {
	commandtest.Home(t)
	dir := t.TempDir()
	if out, err := room.Said(t, "key", "--data", dir); err == nil || out != "" ||
		!strings.Contains(err.Error(), "there is no key in "+dir) ||
		!strings.HasSuffix(err.Error(), "names its data directory") {
		t.Errorf("before the first start: %q, %v", out, err)
	}
	must.Do(t, os.WriteFile(filepath.Join(dir, "key"), []byte(mine+"\n"), 0o600))
	must.Equal(t, must.Get(room.Said(t, "key", "--data", dir))(t), mine+"\n")
	if code, err := room.Said(t, "key", "--qr", "--data", dir); err != nil || !strings.Contains(code, "▀") ||
		!strings.Contains(code, ":8080/#") {
		t.Errorf("the QR code is %q, %v", code, err)
	}
	link, err := room.Said(t, "key", "--link", "--data", dir)
	if err != nil || !strings.HasPrefix(link, "http://") || !strings.HasSuffix(link, "/#"+mine+"\n") {
		t.Errorf("%q, %v", link, err)
	}
	fresh, err := room.Said(t, "key", "--new", "--data", dir)
	if err != nil || fresh == mine+"\n" || len(fresh) < 17 {
		t.Errorf("%q, %v", fresh, err)
	}
	if out, err := room.Said(t, "key", "--data", dir); err != nil || out != fresh {
		t.Errorf("%q is printed after %q was made, %v", out, fresh, err)
	}
	for name, args := range map[string][]string{
		"missing directory": {"key", "--new", "--data", filepath.Join(dir, "x")},
		"a file":            {"key", "--new", "--data", filepath.Join(dir, "key")},
		"an argument":       {"key", "--data", dir, "x"},
	} {
		if out, err := room.Said(t, args...); err == nil || out != "" {
			t.Errorf("%s: %q, %v", name, out, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "x")); err == nil {
		t.Error("a directory that is misspelt is made")
	}
}

// TestKeyOfAnother: a directory of another user's belongs to nobody but that user, also
// where root asks.
func TestKeyOfAnother(t *testing.T) {
	dir := t.TempDir()
	if user := ownerOf(dir); user != nil {
		t.Errorf("our own directory is of %+v", user)
	}
	if user := ownerOf(filepath.Join(dir, "x")); user != nil {
		t.Errorf("nothing is of %+v", user)
	}
	if os.Geteuid() != 0 {
		return
	}
	if err := os.Chown(dir, 65534, 65533); err != nil {
		t.Skip(err)
	}
	if user := ownerOf(dir); user == nil || user.Uid != 65534 || user.Gid != 65533 {
		t.Errorf("a directory of nobody's is of %+v", user)
	}
}
