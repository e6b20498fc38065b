// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/maskurl"
)

// Config is the table [mqtt] of the configuration file. The zero value is off.
type Config struct {
	Broker       string `toml:"broker"`        // tcp://HOST[:1883], tls://HOST[:8883], or FindBroker; "" = off
	User         string `toml:"user"`          // "" = none
	PasswordFile string `toml:"password_file"` // its first line; "" = no password
	// PEM file of the authority that signs the broker's certificate; "" = the system's
	CA        string   `toml:"ca"`
	Cert      string   `toml:"cert"`      // PEM file of the device's certificate; "" = no certificate
	KeyFile   string   `toml:"key_file"`  // PEM file of its key
	Prefix    string   `toml:"prefix"`    // of the device's topics; "" = ledpost/SERIAL
	Discovery string   `toml:"discovery"` // prefix of Home Assistant's topics; "" = not announced there
	Picture   bool     `toml:"picture"`   // the panel is published as a picture
	Groups    []string `toml:"groups"`    // groups whose commands are followed too
}

// FindBroker as the address of the broker makes the device look for one by
// multicast DNS.
const FindBroker = "mdns"

// Limits of values in the configuration.
const (
	maxSecret = 4 << 10 // bytes of a password file
	maxPEM    = 1 << 20 // bytes of a file of certificates
	maxTopic  = 128     // bytes of a prefix or a group
	maxGroups = 32
)

// Chosen reports whether MQTT is on.
func (c *Config) Chosen() bool { return c.Broker != "" }

// Relative puts files of c without an absolute path into dir.
func (c *Config) Relative(dir string) {
	for _, file := range []*string{&c.PasswordFile, &c.CA, &c.Cert, &c.KeyFile} {
		if *file != "" && !filepath.IsAbs(*file) {
			*file = filepath.Join(dir, *file)
		}
	}
}

// Check returns all errors in c, each a [keyerr.Error] with its key. It does
// not read files: that happens for each connection.
func (c *Config) Check() error {
	var errs []error
	add := func(key string, err error) { errs = append(errs, keyerr.In(key, err)) }
	if c.Chosen() && c.Broker != FindBroker {
		_, err := parseBroker(c.Broker)
		add("broker", err)
	}
	if c.PasswordFile != "" && c.User == "" {
		add("password_file", errors.New("a password needs a user too"))
	}
	if (c.Cert == "") != (c.KeyFile == "") {
		add("cert", errors.New("cert and key_file go together"))
	}
	if c.Prefix != "" {
		add("prefix", checkTopic(c.Prefix))
	}
	if c.Discovery != "" {
		add("discovery", checkTopic(c.Discovery))
	}
	if len(c.Groups) > maxGroups {
		add("groups", fmt.Errorf("%d groups, at most %d", len(c.Groups), maxGroups))
	}
	for _, g := range c.Groups {
		err := checkTopic(g)
		if err == nil && strings.Contains(g, "/") {
			err = fmt.Errorf("%q has a /", g)
		}
		add("groups", err)
	}
	return errors.Join(errs...)
}

// checkTopic returns an error unless s is the name of a topic to publish to
// (MQTT 3.1.1, 4.7).
func checkTopic(s string) error {
	switch {
	case s == "" || len(s) > maxTopic:
		return fmt.Errorf("%d bytes, want 1 to %d", len(s), maxTopic)
	case strings.ContainsAny(s, "+#\x00") || strings.HasPrefix(s, "$"):
		return fmt.Errorf("%q has +, # or a $ at its beginning", s)
	case strings.HasPrefix(s, "/") || strings.HasSuffix(s, "/"):
		return fmt.Errorf("%q begins or ends with /", s)
	case strings.ToValidUTF8(s, "") != s:
		return errors.New("is not UTF-8")
	}
	return nil
}

// An address is the address of a broker.
type address struct {
	host   string // with port
	secure bool   // TLS
	found  bool   // by multicast DNS, where anybody may have announced it
	name   string // the name that the certificate must have; "" = the name of host
}

func (a address) String() string {
	if a.secure {
		return "tls://" + a.host
	}
	return "tcp://" + a.host
}

// parseBroker reads tcp://HOST[:PORT] or tls://HOST[:PORT].
func parseBroker(s string) (a address, err error) {
	u, err := url.Parse(s)
	if err != nil || u.Hostname() == "" || u.Path != "" && u.Path != "/" || u.RawQuery != "" {
		return a, fmt.Errorf("%q is not tcp://HOST:PORT, tls://HOST:PORT or %s", maskurl.Mask(s), FindBroker)
	}
	if u.User != nil {
		return a, errors.New("user and password do not belong in the address: use the keys user and password_file")
	}
	port := u.Port()
	switch u.Scheme {
	case "tcp", "mqtt":
		port = cmp.Or(port, "1883")
	case "tls", "ssl", "mqtts":
		port, a.secure = cmp.Or(port, "8883"), true
	default:
		return a, fmt.Errorf("%s:// is not known, want tcp:// or tls://", u.Scheme)
	}
	a.host = net.JoinHostPort(u.Hostname(), port)
	return a, nil
}

// A login is what the device presents to a broker.
type login struct {
	user, password string
	tls            *tls.Config // nil = none
}

// login reads the files for a broker. A broker found by multicast DNS gets no
// credentials except over TLS that the configured authority vouches for.
func (c *Config) login(a address) (l login, err error) {
	if a.secure {
		if l.tls, err = c.tls(a); err != nil {
			return l, err
		}
	}
	if a.found && (!a.secure || c.CA == "") {
		return l, nil
	}
	l.user = c.User
	if c.PasswordFile == "" {
		return l, nil
	}
	text, err := bounded.ReadFile(c.PasswordFile, maxSecret)
	if err != nil {
		return l, fmt.Errorf("mqtt: password_file: %w", err)
	}
	l.password, _, _ = strings.Cut(string(text), "\n")
	l.password = strings.TrimSuffix(l.password, "\r")
	return l, nil
}

func (c *Config) tls(a address) (*tls.Config, error) {
	host, _, err := net.SplitHostPort(a.host)
	if err != nil {
		return nil, fmt.Errorf("mqtt: %w", err)
	}
	out := &tls.Config{ServerName: cmp.Or(a.name, host), MinVersion: tls.VersionTLS12}
	if c.CA != "" {
		pem, err := bounded.ReadFile(c.CA, maxPEM)
		if err != nil {
			return nil, fmt.Errorf("mqtt: ca: %w", err)
		}
		out.RootCAs = x509.NewCertPool()
		if !out.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("mqtt: ca: %s has no certificate in PEM", c.CA)
		}
	}
	if c.Cert != "" && (!a.found || c.CA != "") {
		pair, err := tls.LoadX509KeyPair(c.Cert, c.KeyFile)
		if err != nil {
			return nil, fmt.Errorf("mqtt: cert and key_file: %w", err)
		}
		out.Certificates = []tls.Certificate{pair}
	}
	return out, nil
}
