// SPDX-License-Identifier: Apache-2.0

package network

import (
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"

	"github.com/ledpost/ledpost/internal/durable"
)

// kept is the stored knowledge about another device: its key, and the identity of the
// device that may get it. A device that answers a search can claim any name,
// but only the real one has the private key of its certificate.
type kept struct {
	Key string `json:"key"`
	Pin string `json:"pin"` // SHA-256 of the certificate's public key (RFC 7469, 2.4), in hex
}

// serials matches the serial numbers that are safe as file names
// (docs/decisions.md 5, device).
var serials = regexp.MustCompile(`^[A-Z0-9]{4,32}$`)

func keptFile(dir, serial string) (string, error) {
	if !serials.MatchString(serial) {
		return "", fmt.Errorf("%q is not the serial number of a device", serial)
	}
	return filepath.Join(dir, "devices", serial+".json"), nil
}

// recall returns the entry of a serial number, or zero without an entry.
func recall(dir, serial string) (k kept, err error) {
	path, err := keptFile(dir, serial)
	if err != nil {
		return k, err
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &k)
	}
	if err == nil && (k.Key == "" || k.Pin == "") {
		err = errors.New("no key and pin")
	}
	if err != nil {
		return kept{}, fmt.Errorf("%s: %w", path, err)
	}
	return k, nil
}

// keep stores k under a serial number, readable by the user only.
func keep(dir, serial string, k kept) error {
	path, err := keptFile(dir, serial)
	if err != nil {
		return err
	}
	text, err := json.Marshal(k)
	if err != nil {
		return err
	}
	return durable.WriteFile(path, append(text, '\n'))
}

// errPin ends a handshake with a device other than the intended one.
var errPin = errors.New(
	"its certificate differs from the stored certificate of the device; if the device was set up again, give its --key " +
		"with --keep")

// pinnedClient returns a client that speaks only TLS, and only with the owner
// of the private key of pin, or with anyone if pin is "". It sets seen to the
// pin of the other end before anything is sent to it.
func pinnedClient(pin string, seen *string) *http.Client {
	check := func(s tls.ConnectionState) error {
		if len(s.PeerCertificates) == 0 {
			return errPin
		}
		sum := sha256.Sum256(s.PeerCertificates[0].RawSubjectPublicKeyInfo)
		*seen = hex.EncodeToString(sum[:])
		if pin != "" && subtle.ConstantTimeCompare([]byte(pin), []byte(*seen)) != 1 {
			return errPin
		}
		return nil
	}
	return &http.Client{CheckRedirect: noRedirect, Transport: &http.Transport{
		Proxy: nil, DisableKeepAlives: true,
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true, VerifyConnection: check}, // the pin is checked instead
	}}
}
