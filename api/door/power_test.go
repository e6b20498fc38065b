// SPDX-License-Identifier: Apache-2.0

package door

import (
	"bytes"
	"crypto/tls"
	"net/netip"
	"os"
	"path/filepath"
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
	key := must.Get(keyOf(c.now.Load()))(t)
	fresh := must.Get(makeCert(time.Now().Add(time.Hour), names(), key))(t)
	act := func(fs durable.FS, dir string) error {
		c := must.Get(loadCert(fs, filepath.Join(dir, "cert.pem"), silent))(t)
		must.Do(t, c.read(fresh))
		return c.Keep()
	}
	o := durabletest.Owner{Files: map[string]string{"cert.pem": string(old)}, Act: act}
	o.Survives(t, []string{"cert.pem"}, func(dir string, done bool) bool {
		text, _ := os.ReadFile(filepath.Join(dir, "cert.pem"))
		return bytes.Equal(text, fresh) || bytes.Equal(text, old) && !done
	})
	o.Files = nil // it makes one first
	o.Survives(t, []string{"cert.pem"}, func(dir string, done bool) bool {
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
	o.Survives(t, []string{"addresses.json"}, func(dir string, done bool) bool {
		f := in(durable.Dir(dir), dir)
		return f.has(old) && (f.owner(fresh) || !done)
	})
	o.Files = nil // it has none yet
	o.Survives(t, []string{"addresses.json"}, func(dir string, done bool) bool {
		return in(durable.Dir(dir), dir).owner(fresh) || !done
	})
}
