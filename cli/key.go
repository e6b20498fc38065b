// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/internal/qr"
	"github.com/ledpost/ledpost/update/install"
)

// loadKey reads the key but never makes one: a key that no device has would be
// useless.
func (f dataFlag) loadKey() (keys.Key, error) {
	dir, err := f.where()
	if err != nil {
		return "", err
	}
	return readKey(dir)
}

// noKey is why a key cannot be read, in a sentence that needs no reason behind it.
type noKey struct {
	reason error
	says   string
}

func (e *noKey) Error() string { return e.says }
func (e *noKey) Unwrap() error { return e.reason }

// readKey returns the key in dir. If there is none, the error says what to do.
func readKey(dir string) (keys.Key, error) {
	_, err := os.Stat(filepath.Join(dir, "key"))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", &noKey{fs.ErrNotExist, "there is no key in " + dir +
			"; a device makes its key at the first start, and --data names its data directory"}
	case errors.Is(err, fs.ErrPermission) && dir == install.DataDir:
		return "", &noKey{fs.ErrPermission, "the key of the service is in " + dir +
			", which only the service and root may read: use sudo, or --key"}
	case err != nil:
		return "", err
	}
	return keys.LoadKey(dir, "")
}

// hereKeys returns the keys of the devices that may run on this machine: the
// one of the current user, and the one of the packaged service. If there is
// none, the error says where to look.
func (f dataFlag) hereKeys() (keys []keys.Key, err error) {
	dir, err := f.where()
	if err != nil {
		return nil, err
	}
	dirs := []string{dir}
	if !f.named() && dir != install.DataDir {
		dirs = append(dirs, install.DataDir)
	}
	var missing error
	for _, dir := range dirs {
		key, err := readKey(dir)
		switch {
		case err == nil:
			keys = append(keys, key)
		case missing == nil || errors.Is(missing, fs.ErrNotExist) && !errors.Is(err, fs.ErrNotExist):
			missing = err // an unreadable key is the more useful error than a missing one
		}
	}
	if len(keys) == 0 {
		return nil, missing
	}
	return keys, nil
}

// keyDir returns the directory whose key is meant: the named one; for root the
// packaged service's, if there is one; else the user's own, or the service's.
func (f dataFlag) keyDir() (string, error) {
	dir, err := f.where()
	if err != nil || f.named() {
		return dir, err
	}
	has := func(dir string) bool { _, err := os.Lstat(keys.KeyFile(dir)); return !errors.Is(err, fs.ErrNotExist) }
	if has(install.DataDir) && (os.Geteuid() == 0 || !has(dir)) {
		return install.DataDir, nil
	}
	return dir, nil
}

// keyCmd prints the API key, or makes one.
type keyCmd struct {
	deviceFlags
	fresh, link, code bool
}

func (c *keyCmd) flags(set *pflag.FlagSet) {
	set.BoolVar(&c.fresh, "new", false, "make a new key; a running device uses it within a second")
	set.BoolVar(&c.link, "link", false, "print the page's address with the key in it, which signs in")
	set.BoolVar(&c.code, "qr", false, "print that address as a QR code, to sign in with a phone")
	c.deviceFlags.flags(set)
}

func (c *keyCmd) run(ctx context.Context, std Streams, args []string) (err error) {
	if err := none(args); err != nil {
		return err
	}
	if c.data, err = c.keyDir(); err != nil {
		return err
	}
	if user := ownerOf(c.data); user != nil {
		return c.runAs(ctx, std, user)
	}
	load := c.loadKey
	if c.fresh {
		load = c.makeKey
	}
	key, err := load()
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

// linkWith returns the address of the page for this network, with the key behind the #,
// which browsers send to nobody.
func (c *keyCmd) linkWith(key keys.Key) (string, error) {
	cfg, err := c.load()
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

// makeKey makes a key in an existing data directory. It does not create the
// directory, because a missing one is more likely misspelt than wanted.
func (f dataFlag) makeKey() (keys.Key, error) {
	dir, err := f.where()
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "", fmt.Errorf("%s is not a directory: --data names the data directory of a device", dir)
	}
	return keys.NewKey(dir)
}
