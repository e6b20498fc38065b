// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// papers are files of an authority and of two whom it vouches for.
type papers struct{ ca, cert, key, clientCert, clientKey string }

func write(t testing.TB, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// authority makes papers in dir, for a broker of that name and one client.
func authority(t testing.TB, dir, host string) (p papers) {
	t.Helper()
	sign := func(name string, template, by *x509.Certificate,
		with *ecdsa.PrivateKey) (certFile, keyFile string, cert *x509.Certificate, key *ecdsa.PrivateKey) {
		key = must.Get(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
		template.Subject = pkix.Name{CommonName: name}
		template.NotBefore, template.NotAfter = time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
		template.BasicConstraintsValid = true
		if by == nil {
			by, with = template, key
		}
		der := must.Get(x509.CreateCertificate(rand.Reader, template, by, &key.PublicKey, with))(t)
		raw := must.Get(x509.MarshalPKCS8PrivateKey(key))(t)
		cert, _ = x509.ParseCertificate(der)
		certFile = write(t, dir, name+".pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
		keyFile = write(t, dir, name+".key", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: raw})))
		return certFile, keyFile, cert, key
	}
	var ca *x509.Certificate
	var key *ecdsa.PrivateKey
	p.ca, _, ca, key = sign("ca",
		&x509.Certificate{SerialNumber: big.NewInt(1), IsCA: true, KeyUsage: x509.KeyUsageCertSign}, nil, nil)
	p.cert, p.key, _, _ = sign("broker",
		&x509.Certificate{SerialNumber: big.NewInt(2), DNSNames: []string{host},
			IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}, ca, key)
	p.clientCert, p.clientKey, _, _ = sign("client",
		&x509.Certificate{SerialNumber: big.NewInt(3), ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}}, ca, key)
	return p
}

// freePort is one of this machine that nobody has.
func freePort(t testing.TB) int {
	t.Helper()
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// mosquitto runs the broker with a configuration until the end of the test.
func mosquitto(t testing.TB, port int, lines ...string) {
	t.Helper()
	dir := t.TempDir()
	conf := write(t, dir, "mosquitto.conf",
		fmt.Sprintf("listener %d 127.0.0.1\nuser %s\n%s\n", port, user(), strings.Join(lines, "\n")))
	cmd := exec.Command(program(t), "-c", conf)
	must.Do(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	until(t, "mosquitto", func() bool {
		c, err := net.Dial("tcp", fmt.Sprint("127.0.0.1:", port))
		if err == nil {
			c.Close()
		}
		return err == nil
	})
}

// user is whom mosquitto is to run as: as root it would become another, who
// cannot read the test's files.
func user() string {
	if os.Getuid() == 0 {
		return "root"
	}
	return "mosquitto" // ignored by who is not root
}

// program is where the broker is: Debian has it where only root looks.
func program(t testing.TB) string {
	t.Helper()
	if _, err := os.Stat("/usr/sbin/mosquitto"); err == nil {
		return "/usr/sbin/mosquitto"
	}
	return testtool.Find(t, "mosquitto")
}

// TestMosquitto: TLS with a client certificate, and what is said of every way in
// which that can be wrong.
func TestMosquitto(t *testing.T) {
	program(t)
	p := authority(t, t.TempDir(), "localhost")
	secure, plain, guarded := freePort(t), freePort(t), freePort(t)
	mosquitto(t, secure, "allow_anonymous true", "require_certificate true", "cafile "+p.ca, "certfile "+p.cert,
		"keyfile "+p.key)
	mosquitto(t, plain, "allow_anonymous true")
	mosquitto(t, guarded, "allow_anonymous false")
	at := func(scheme string, port int) string { return fmt.Sprintf("%s://127.0.0.1:%d", scheme, port) }

	ours := Config{Broker: at("tls", secure), CA: p.ca, Cert: p.clientCert, KeyFile: p.clientKey,
		Discovery: "homeassistant"}
	c, _, _ := newClient(t, ours)
	until(t, "connection", func() bool { return c.Err() == nil })

	for _, row := range []struct {
		name string
		cfg  Config
		want string // "" = it works
		fix  bool
	}{
		{"with everything", ours, "", false},
		{"plain", Config{Broker: at("tcp", plain)}, "", false},
		{"without an authority", Config{Broker: at("tls", secure), Cert: p.clientCert, KeyFile: p.clientKey},
			"no authority that this machine trusts", true},
		{"without a certificate", Config{Broker: at("tls", secure), CA: p.ca}, "the broker ", true},
		{"TLS to a plain port", Config{Broker: at("tls", plain), CA: p.ca}, "the broker ", true},
		{"plain to a port of TLS", Config{Broker: at("tcp", secure)}, "the broker ", true},
		{"no user", Config{Broker: at("tcp", guarded)}, "the broker refuses user or password", true},
		{"nobody there", Config{Broker: at("tcp", freePort(t))}, "nothing listens at the broker's address", true},
		{"a file that is not there", Config{Broker: at("tls", secure), CA: "/nowhere/ca.pem"},
			"ca: open /nowhere/ca.pem: no such file", true},
		{"no certificate in a file", Config{Broker: at("tls", secure), CA: p.key},
			"ca: " + p.key + " has no certificate", false},
	} {
		err := Probe(t.Context(), row.cfg, "probe")
		problem := &Problem{}
		switch ok := errors.As(err, &problem); {
		case row.want == "" && err == nil:
		case row.want == "" || !ok || !strings.Contains(err.Error(), row.want) || (problem.Fix != "") != row.fix:
			t.Errorf("%s: %v (%q), want %q", row.name, err, problem.Fix, row.want)
		}
	}
	if c.Err() != nil {
		t.Errorf("the probe has ended the device's connection: %v", c.Err())
	}
}
