package api

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
	"sync/atomic"
	"time"

	"github.com/google/renameio/v2"
)

const (
	certLife = 10 * 365 * 24 * time.Hour
	certLeft = 30 * 24 * time.Hour // with less than this the certificate is remade
)

// certFrom is when certificates begin to be valid: fixed in the past, since a
// Pi without a clock chip makes its first one before it knows the time
// (docs/decisions.md 4, clocks).
var certFrom = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

// Cert is the certificate of the device, made by itself. Its methods may be
// called from any goroutine.
type Cert struct {
	path string
	log  *slog.Logger
	now  atomic.Pointer[tls.Certificate]
	text atomic.Pointer[[]byte] // of now, in PEM
}

// LoadCert returns the certificate kept in dir, or makes and keeps a new one when
// there is none, or it is broken, or less than 30 days of it remain, or this
// machine has a name or an address that is not in it. One that cannot be kept is
// used all the same.
func LoadCert(dir string, log *slog.Logger) (*Cert, error) {
	c := &Cert{path: filepath.Join(dir, "cert.pem"), log: log}
	text, err := os.ReadFile(c.path)
	if err == nil {
		err = c.read(text)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		log.Warn("the certificate cannot be used, a new one is made", "err", err)
	}
	return c, c.renew(time.Now())
}

// Get is for tls.Config.GetCertificate.
func (c *Cert) Get(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.now.Load(), nil }

// read takes a certificate and its key, both in PEM.
func (c *Cert) read(text []byte) error {
	pair, err := tls.X509KeyPair(text, text)
	if err != nil {
		return fmt.Errorf("api: %s: %w", c.path, err)
	}
	c.now.Store(&pair)
	c.text.Store(&text)
	return nil
}

// Keep writes the certificate to where LoadCert finds it.
func (c *Cert) Keep() error {
	dir := filepath.Dir(c.path)
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		err = renameio.WriteFile(c.path, *c.text.Load(), 0o600, renameio.IgnoreUmask(), renameio.WithTempDir(dir))
	}
	if err != nil {
		return fmt.Errorf("api: keep the certificate: %w", err)
	}
	return nil
}

// renew makes a new certificate if the present one ends soon or lacks a name of
// this machine. Its private key stays, so that a client that has remembered the
// public one still knows the device. A certificate that cannot be kept is used
// all the same.
func (c *Cert) renew(now time.Time) error {
	hosts := names()
	old := c.now.Load()
	if old != nil && old.Leaf.NotAfter.Sub(now) >= certLeft && covers(old.Leaf, hosts) {
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
		c.log.Warn("the certificate cannot be saved; the next start makes another one", "err", err)
	}
	return nil
}

// keyOf returns the private key of a certificate, or a new one.
func keyOf(old *tls.Certificate) (*ecdsa.PrivateKey, error) {
	if old != nil {
		if key, ok := old.PrivateKey.(*ecdsa.PrivateKey); ok {
			return key, nil
		}
	}
	return ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
}

// covers reports whether a certificate has all the names. Link-local addresses,
// of which each container brings one and which no URL can have, do not count.
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

// names are what clients call this machine by: its host name, localhost and
// every address.
func names() (hosts []string) {
	if host, err := os.Hostname(); err == nil {
		hosts = append(hosts, host, host+".local")
	}
	hosts = append(hosts, "localhost", "127.0.0.1", "::1")
	addrs, _ := net.InterfaceAddrs() // without them the others remain
	for _, a := range addrs {
		if n, ok := a.(*net.IPNet); ok && !n.IP.IsLoopback() {
			hosts = append(hosts, n.IP.String())
		}
	}
	return hosts
}

// makeCert returns a certificate that key, its own, has signed, and key, in PEM.
func makeCert(now time.Time, hosts []string, key *ecdsa.PrivateKey) ([]byte, error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return nil, err
	}
	from := certFrom
	if now.Before(from) {
		now = from
	}
	t := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: hosts[0], Organization: []string{"ledpost"}},
		NotBefore: from, NotAfter: now.Add(certLife),
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
