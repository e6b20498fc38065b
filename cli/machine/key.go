// SPDX-License-Identifier: Apache-2.0

package machine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/local"
	"github.com/ledpost/ledpost/internal/qr"
	"github.com/ledpost/ledpost/update/install"
)

// keyCmd prints the API key, or makes one.
type keyCmd struct {
	local.Flags
	fresh, link, code, open bool
}

func newKey(set *pflag.FlagSet) command.Run {
	c := &keyCmd{}
	set.BoolVar(&c.fresh, "new", false, "make a new key; a running device uses it within a second")
	set.BoolVar(&c.link, "link", false, "print the page's address with the key in it, which signs in")
	set.BoolVar(&c.code, "qr", false, "print that address as a QR code, to sign in with a phone")
	set.BoolVar(&c.open, "open", false,
		"let the first browser claim the device again, after its next start; prints no key")
	c.Flags.Add(set)
	return c.run
}

func (c *keyCmd) run(ctx context.Context, std command.Streams, args []string) (err error) {
	if err := command.None(args); err != nil {
		return err
	}
	if c.Data, err = c.keyDir(); err != nil {
		return err
	}
	if user := ownerOf(c.Data); user != nil {
		return c.runAs(ctx, std, user)
	}
	if c.open {
		return c.openAgain(std)
	}
	load := local.ReadKey // never makes one: a key that no device has would be useless
	if c.fresh {
		load = makeKey
	}
	key, err := load(c.Data)
	if err != nil {
		return err
	}
	line := string(key)
	if c.link || c.code {
		if line, err = c.linkWith(key); err != nil {
			return err
		}
	}
	if c.code {
		line = qr.Terminal(line) + line
	}
	_, err = fmt.Fprintln(std.Out, line)
	return err
}

// openAgain lets a device be claimed that its configuration, or whoever has used it, has closed.
func (c *keyCmd) openAgain(std command.Streams) error {
	if c.fresh || c.link || c.code {
		return command.Usagef("--open takes no other of the flags")
	}
	if _, err := local.ReadKey(c.Data); err != nil {
		return err
	}
	if err := keys.OpenClaim(c.Data); err != nil {
		return err
	}
	_, err := fmt.Fprintln(std.Out, "after its next start, the first browser on its page may claim the device")
	return err
}

// linkWith returns the address of the page for this network, with the key behind the #,
// which browsers send to nobody.
func (c *keyCmd) linkWith(key keys.Key) (string, error) {
	cfg, err := c.Load()
	if err != nil {
		return "", err
	}
	name, err := os.Hostname()
	if err != nil {
		return "", err
	}
	return pageLink(name, cfg.HTTP.Addr, key), nil
}

// pageLink returns the link to the page of a device on a host of that name that listens
// at addr, as "192.0.2.7:8080" or ":8080".
func pageLink(name, addr string, key keys.Key) string {
	host, port, _ := net.SplitHostPort(addr)
	switch ip := net.ParseIP(host); {
	case ip != nil && ip.IsLoopback():
		host = "localhost"
	case ip != nil && !ip.IsUnspecified():
	case strings.Contains(name, "."):
		host = name
	default:
		host = name + ".local"
	}
	if port != "80" {
		host = net.JoinHostPort(host, port)
	}
	return "http://" + host + "/#" + string(key)
}

// keyDir returns the directory whose key is meant: the named one; for root the
// packaged service's, if there is one; else the user's own, or the service's.
func (c *keyCmd) keyDir() (string, error) {
	dir, err := c.Where()
	if err != nil || c.Named() {
		return dir, err
	}
	has := func(dir string) bool { _, err := os.Lstat(keys.KeyFile(dir)); return !errors.Is(err, fs.ErrNotExist) }
	if has(install.DataDir) && (os.Geteuid() == 0 || !has(dir)) {
		return install.DataDir, nil
	}
	return dir, nil
}

// makeKey makes a key in an existing data directory. It does not create the
// directory, because a missing one is more likely misspelt than wanted.
func makeKey(dir string) (keys.Key, error) {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "", fmt.Errorf("%s is not a directory: --data names the data directory of a device", dir)
	}
	return keys.NewKey(dir)
}
