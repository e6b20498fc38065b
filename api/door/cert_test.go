// SPDX-License-Identifier: Apache-2.0

package door

import (
	"crypto/ecdsa"
	"crypto/tls"
	"crypto/x509"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

func certIn(t *testing.T, dir string) (*Cert, *x509.Certificate) {
	t.Helper()
	c := must.Get(LoadCert(dir, silent))(t)
	pair := must.Get(c.Get(nil))(t)
	return c, pair.Leaf
}

func TestLoadCert(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	_, leaf := certIn(t, dir)
	host, _ := os.Hostname()
	if key, ok := leaf.PublicKey.(*ecdsa.PublicKey); !ok || key.Curve.Params().BitSize != 256 {
		t.Errorf("key %T", leaf.PublicKey)
	}
	for _, name := range []string{host, "localhost", "127.0.0.1", "::1"} {
		must.Do(t, leaf.VerifyHostname(name))
	}
	for _, ip := range names() {
		if !slices.Contains(append(leaf.DNSNames, ipTexts(leaf)...), ip) {
			t.Errorf("%s is not among the names", ip)
		}
	}
	if now := time.Now(); leaf.NotBefore.After(now) || leaf.NotAfter.Before(now.Add(800*24*time.Hour)) ||
		leaf.NotAfter.Sub(leaf.NotBefore) > 825*24*time.Hour {
		t.Errorf("from %v until %v", leaf.NotBefore, leaf.NotAfter)
	}
	if info, err := os.Stat(filepath.Join(dir, "cert.pem")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v %v", info.Mode(), err)
	}
	if _, again := certIn(t, dir); !again.Equal(leaf) {
		t.Error("another certificate the second time")
	}
}

func ipTexts(leaf *x509.Certificate) (out []string) {
	for _, ip := range leaf.IPAddresses {
		out = append(out, ip.String())
	}
	return out
}

func TestCertIsRemade(t *testing.T) {
	dir := t.TempDir()
	c, leaf := certIn(t, dir)
	must.Do(t, c.renew(leaf.NotAfter.Add(-31*24*time.Hour)))
	if now, _ := c.Get(nil); !now.Leaf.Equal(leaf) {
		t.Error("remade with 31 days left")
	}
	must.Do(t, c.renew(leaf.NotAfter.Add(-29*24*time.Hour)))
	now, _ := c.Get(nil)
	if now.Leaf.Equal(leaf) {
		t.Error("not remade with 29 days left")
	}
	if _, kept := certIn(t, dir); !kept.Equal(now.Leaf) {
		t.Error("the new one was not kept")
	}
	must.Do(t, c.renew(time.Unix(0, 0)))
	if early, _ := c.Get(nil); !early.Leaf.Equal(now.Leaf) {
		t.Error("remade by a clock that is set back")
	}
	os.WriteFile(filepath.Join(dir, "cert.pem"), []byte("broken"), 0o600)
	if _, mended := certIn(t, dir); mended.Equal(now.Leaf) {
		t.Error("a broken file gave the old certificate")
	}
}

// TestLongCertIsRemade: one of a version that made them for ten years.
func TestLongCertIsRemade(t *testing.T) {
	now := time.Now()
	long := &x509.Certificate{NotBefore: certFrom, NotAfter: now.AddDate(10, 0, 0)}
	if timely(long, now) {
		t.Error("it stays")
	}
}

// A Pi without a clock chip makes its certificate in 1970, and another one when it knows the
// time; until then it may be used.
func TestCertOfAWrongClock(t *testing.T) {
	key := must.Get(keyOf(nil))(t)
	text := must.Get(makeCert(time.Unix(0, 0), []string{"localhost"}, key))(t)
	pair := must.Get(tls.X509KeyPair(text, text))(t)
	pool := x509.NewCertPool()
	pool.AddCert(pair.Leaf)
	for _, now := range []time.Time{certFrom.Add(time.Hour), certFrom.Add(800 * 24 * time.Hour)} {
		if _, err := pair.Leaf.Verify(x509.VerifyOptions{DNSName: "localhost", Roots: pool, CurrentTime: now}); err != nil {
			t.Errorf("at %v: %v", now, err)
		}
	}
}

// TestCertFollowsTheNames: one that lacks a name of this machine is remade, with
// the same private key.
func TestCertFollowsTheNames(t *testing.T) {
	key := must.Get(keyOf(nil))(t)
	for _, c := range []struct {
		name  string
		hosts []string
		want  bool // it stays
	}{
		{"all names", names(), true},
		{"more names: an address that is gone", append(names(), "192.0.2.200"), true},
		{"a name is missing", names()[1:], false},
		{"an address is missing", slices.DeleteFunc(names(), func(h string) bool { return h == "::1" }), false},
		{"another address stands for one",
			append(slices.DeleteFunc(names(), func(h string) bool { return h == "::1" }), "::2"), false},
	} {
		dir := t.TempDir()
		text := must.Get(makeCert(time.Now(), c.hosts, key))(t)
		must.Do(t, os.WriteFile(filepath.Join(dir, "cert.pem"), text, 0o600))
		before, _ := tls.X509KeyPair(text, text)
		_, leaf := certIn(t, dir)
		if stays := leaf.Equal(before.Leaf); stays != c.want {
			t.Errorf("%s: stays %v, want %v", c.name, stays, c.want)
		}
		if !key.PublicKey.Equal(leaf.PublicKey) {
			t.Errorf("%s: another key", c.name)
		}
		if !covers(leaf, names()) {
			t.Errorf("%s: it has %v %v", c.name, leaf.DNSNames, leaf.IPAddresses)
		}
	}
	if leaf := (&x509.Certificate{DNSNames: []string{"x"}}); !covers(leaf, []string{"x", "fe80::1"}) {
		t.Error("a link-local address makes a new certificate")
	}
}

// TestCertThatCannotBeKept is used all the same.
func TestCertThatCannotBeKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o600))
	certIn(t, filepath.Join(file, "data"))
}
