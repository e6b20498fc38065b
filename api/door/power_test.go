// SPDX-License-Identifier: Apache-2.0

package door

import (
	"bytes"
	"crypto/tls"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/must"
)

// TestCertSurvives: of the certificate there is the old one or the new one, whole.
func TestCertSurvives(t *testing.T) {
	dir := t.TempDir()
	c, _ := certIn(t, dir)
	old := *c.text.Load()
	key, err := keyOf(c.now.Load())
	must.Do(t, err)
	fresh, err := makeCert(time.Now().Add(time.Hour), names(), key)
	must.Do(t, err)
	act := func(fs durable.FS, dir string) error {
		c, err := loadCert(fs, filepath.Join(dir, "cert.pem"), silent)
		must.Do(t, err)
		must.Do(t, c.read(fresh))
		return c.Keep()
	}
	o := durabletest.Owner{Files: map[string]string{"cert.pem": string(old)}, Act: act}
	survives(t, o, []string{"cert.pem"}, func(dir string, done bool) bool {
		text, _ := os.ReadFile(filepath.Join(dir, "cert.pem"))
		return bytes.Equal(text, fresh) || bytes.Equal(text, old) && !done
	})
	o.Files = nil // it makes one first
	survives(t, o, []string{"cert.pem"}, func(dir string, done bool) bool {
		text, _ := os.ReadFile(filepath.Join(dir, "cert.pem"))
		_, err := tls.X509KeyPair(text, text)
		return err == nil && (!done || bytes.Equal(text, fresh)) || len(text) == 0 && !done
	})
}

// TestFriendsSurvive: the addresses that have shown a key are the old ones or the new
// ones, and after a failure the next try writes them.
func TestFriendsSurvive(t *testing.T) {
	old, fresh := netip.MustParsePrefix("192.0.2.1/32"), netip.MustParsePrefix("192.0.2.2/32")
	in := func(fs durable.FS, dir string) *friends {
		f := newFriends(FriendsFile(dir), silent)
		f.dir = fs
		return f
	}
	act := func(fs durable.FS, dir string) error {
		f := in(fs, dir)
		f.add(fresh, Holder{Owner, ""})
		if f.keep() != nil {
			return f.keep()
		}
		return nil
	}
	before := `{"version":1,"addresses":["192.0.2.1/32"]}`
	o := durabletest.Owner{Files: map[string]string{"addresses.json": before}, Act: act}
	survives(t, o, []string{"addresses.json"}, func(dir string, done bool) bool {
		f := in(durable.Dir(dir), dir)
		return f.has(old) && (f.owner(fresh) || !done)
	})
	o.Files = nil // it has none yet
	survives(t, o, []string{"addresses.json"}, func(dir string, done bool) bool {
		return in(durable.Dir(dir), dir).owner(fresh) || !done
	})
}

// survives runs o with power cuts and faults. After each, want says whether all is well,
// and no file but those named is there.
func survives(t *testing.T, o durabletest.Owner, names []string, want func(dir string, done bool) bool) {
	t.Helper()
	o.Look = func(why, dir string, done bool) {
		t.Helper()
		left, _ := durable.Dir(dir).List(".")
		strange := func(name string) bool { return !slices.Contains(names, name) }
		if !want(dir, done) || slices.ContainsFunc(left, strange) {
			t.Errorf("%s, acknowledged %v: there are %v", why, done, left)
		}
	}
	o.Cuts(t)
	o.Faults(t)
}
