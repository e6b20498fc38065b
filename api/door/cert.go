// SPDX-License-Identifier: Apache-2.0

package door

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/internal/durable"
)

const (
	// certLife is the longest for which phones trust a certificate that somebody has
	// installed (support.apple.com/103769).
	certLife = 825 * 24 * time.Hour
	certLeft = 30 * 24 * time.Hour // a certificate with less time left is remade
	certPast = 24 * time.Hour      // it is valid before now, for clocks that are late
)

// certFrom is when certificates become valid at the soonest: a Pi without a clock chip
// makes its first certificate before it knows the time (docs/decisions.md 4, clocks), and
// another one when it does.
var certFrom = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

// Cert is the device's self-signed certificate. Its methods may be called from
// any goroutine.
type Cert struct {
	path string
	dir  durable.FS // writes it
	log  *slog.Logger
	now  atomic.Pointer[tls.Certificate]
	text atomic.Pointer[[]byte] // the current certificate in PEM

	keeping sync.Mutex // held while the file is written
}

// LoadCert returns the certificate kept in dir. It makes and keeps a new one when the
// certificate is missing or broken, when less than 30 days of it remain, or when it
// lacks a name or an address of this machine. A certificate that cannot be saved is
// used all the same.
func LoadCert(dir string, log *slog.Logger) (*Cert, error) {
	return loadCert(durable.Dir(dir), filepath.Join(dir, "cert.pem"), log)
}

func loadCert(dir durable.FS, path string, log *slog.Logger) (*Cert, error) {
	c := &Cert{path: path, dir: dir, log: log}
	text, err := os.ReadFile(c.path)
	if err == nil {
		err = c.read(text)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		log.Warn("the certificate cannot be used; the device makes a new certificate", "err", err)
	}
	return c, c.renew(time.Now())
}

// Get implements tls.Config.GetCertificate.
func (c *Cert) Get(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.now.Load(), nil }

// read uses a certificate and its key, both in PEM, from now on.
func (c *Cert) read(text []byte) error {
	pair, err := tls.X509KeyPair(text, text)
	if err != nil {
		return fmt.Errorf("api: %s: %w", c.path, err)
	}
	c.now.Store(&pair)
	c.text.Store(&text)
	return nil
}

// Keep writes the certificate to the place where LoadCert finds it.
func (c *Cert) Keep() error {
	c.keeping.Lock()
	defer c.keeping.Unlock()
	if err := durable.WriteIn(c.dir, filepath.Base(c.path), *c.text.Load()); err != nil {
		return fmt.Errorf("api: save the certificate: %w", err)
	}
	return nil
}

// renew makes a new certificate if the present one expires soon or lacks a name
// of this machine. It reuses the private key, so that clients that have pinned
// the public key still recognise the device. A certificate that cannot be saved
// is used all the same.
func (c *Cert) renew(now time.Time) error {
	hosts := names()
	old := c.now.Load()
	if old != nil && timely(old.Leaf, now) && covers(old.Leaf, hosts) {
		return nil
	}
	key, err := keyOf(old)
	if err != nil {
		return fmt.Errorf("api: make a certificate: %w", err)
	}
	text, err := makeCert(now, hosts, key)
	if err == nil {
		err = c.read(text)
	}
	if err != nil {
		return fmt.Errorf("api: make a certificate: %w", err)
	}
	c.log.Info("made a certificate", "until", c.now.Load().Leaf.NotAfter)
	if err := c.Keep(); err != nil {
		c.log.Warn("the certificate cannot be saved; the next start makes another certificate", "err", err)
	}
	return nil
}

// timely reports whether a certificate is valid for some time after now, and in all for no
// longer than clients bear. One that is not valid yet stays: after a start the clock may be late.
func timely(leaf *x509.Certificate, now time.Time) bool {
	return leaf.NotAfter.Sub(now) >= certLeft && leaf.NotAfter.Sub(leaf.NotBefore) <= certLife
}

// keyOf returns the private key of a certificate, or makes a new one.
func keyOf(old *tls.Certificate) (*ecdsa.PrivateKey, error) {
	if old != nil {
		if key, ok := old.PrivateKey.(*ecdsa.PrivateKey); ok {
			return key, nil
		}
	}
	return ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
}

// covers reports whether a certificate has all the names. Link-local addresses
// do not count: every container adds one, and no URL can contain one.
func covers(leaf *x509.Certificate, hosts []string) bool {
	for _, h := range hosts {
		ip := net.ParseIP(h)
		switch {
		case ip == nil && !slices.Contains(leaf.DNSNames, h):
			return false
		case ip != nil && !ip.IsLinkLocalUnicast() && !slices.ContainsFunc(leaf.IPAddresses, ip.Equal):
			return false
		}
	}
	return true
}

// names returns the names that clients use for this machine: its host name,
// localhost and all its addresses.
func names() (hosts []string) {
	if host, err := os.Hostname(); err == nil {
		hosts = append(hosts, host, host+".local")
	}
	hosts = append(hosts, "localhost", "127.0.0.1", "::1")
	addrs, _ := net.InterfaceAddrs() // on an error, the other names remain
	for _, a := range addrs {
		if n, ok := a.(*net.IPNet); ok && !n.IP.IsLoopback() {
			hosts = append(hosts, n.IP.String())
		}
	}
	return hosts
}

// makeCert returns a certificate signed with its own key, and that key, in PEM.
func makeCert(now time.Time, hosts []string, key *ecdsa.PrivateKey) ([]byte, error) {
	// Positive, and of at most 20 octets (RFC 5280, 4.1.2.2).
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return nil, err
	}
	from := now.Add(-certPast)
	if from.Before(certFrom) {
		from = certFrom
	}
	t := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: hosts[0], Organization: []string{"ledpost"}},
		NotBefore: from, NotAfter: from.Add(certLife),
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, BasicConstraintsValid: true,
	}
	for _, h := range hosts {
		if ip := net.ParseIP(h); ip != nil {
			t.IPAddresses = append(t.IPAddresses, ip)
		} else {
			t.DNSNames = append(t.DNSNames, h)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, t, t, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	pem.Encode(&out, &pem.Block{Type: "CERTIFICATE", Bytes: der})
	pem.Encode(&out, &pem.Block{Type: "PRIVATE KEY", Bytes: private})
	return out.Bytes(), nil
}
