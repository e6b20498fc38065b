// SPDX-License-Identifier: Apache-2.0

// Package hawkbit lets an Eclipse hawkBit server decide when this device
// installs a release. It speaks hawkBit's Direct Device Integration API
// (https://eclipse.dev/hawkbit/, version 1 of the API): the device polls.
//
// The choice of releases stays our own decision: a deployment only names a version,
// which must be the version that the signed manifest of the device's channel offers.
// Nothing is downloaded from hawkBit.
package hawkbit

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// Config is the table [update.hawkbit] of the configuration file. The zero value
// is off.
type Config struct {
	URL        string `toml:"url"`        // of the server, such as https://hawkbit.example.org; "" = off
	Tenant     string `toml:"tenant"`     // "" = DEFAULT
	Controller string `toml:"controller"` // id of this device there; "" = its serial number
	TokenFile  string `toml:"token_file"` // its first line is the token; "" = none
	Gateway    bool   `toml:"gateway"`    // the token is a gateway's, for all devices, rather than this one's
}

// isName reports whether text may be a part of a path: hawkBit's own ids may. It is no
// regular expression: one with {1,128} allocates 118 kB at each start.
func isName(text string) bool {
	return text != "" && len(text) <= 128 && text != "." && text != ".." && strings.IndexFunc(text, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("._:-", r)
	}) < 0
}

// Chosen reports whether there is a server.
func (c *Config) Chosen() bool { return c.URL != "" }

// Relative puts a token file without an absolute path into dir.
func (c *Config) Relative(dir string) {
	if c.TokenFile != "" && !filepath.IsAbs(c.TokenFile) {
		c.TokenFile = filepath.Join(dir, c.TokenFile)
	}
}

// Check returns all errors in c, each a [keyerr.Error] with its key.
func (c *Config) Check() error {
	var errs []error
	u, err := url.Parse(c.URL)
	if c.Chosen() &&
		(err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.RawQuery != "") {
		errs = append(errs, keyerr.New("url", "want http://HOST[:PORT] or https://HOST[:PORT], without a password"))
	}
	for key, value := range map[string]string{"tenant": c.Tenant, "controller": c.Controller} {
		if value != "" && !isName(value) {
			errs = append(errs, keyerr.New(key, "%.80q, want up to 128 letters, digits, '.', '_', ':' and '-'", value))
		}
	}
	if c.Gateway && c.TokenFile == "" {
		errs = append(errs, keyerr.New("gateway", "a gateway's token needs token_file"))
	}
	return errors.Join(errs...)
}

// authorization returns the header that proves who this device is; "" = none.
func (c *Config) authorization() (string, error) {
	if c.TokenFile == "" {
		return "", nil
	}
	text, err := bounded.ReadFile(c.TokenFile, 4<<10)
	if err != nil {
		return "", fmt.Errorf("hawkbit: token_file: %w", err)
	}
	token, _, _ := strings.Cut(string(text), "\n")
	if token = strings.TrimSpace(token); token == "" {
		return "", errors.New("hawkbit: token_file: its first line is empty")
	}
	if c.Gateway {
		return "GatewayToken " + token, nil
	}
	return "TargetToken " + token, nil
}
