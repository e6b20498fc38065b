package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/api/keys"
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

// readKey returns the key in dir. If there is none, the error says what to do.
func readKey(dir string) (keys.Key, error) {
	_, err := os.Stat(filepath.Join(dir, "key"))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("there is no key in %s; a device makes it at its first start, --data names its data directory: %w", dir, fs.ErrNotExist)
	case errors.Is(err, fs.ErrPermission) && dir == install.DataDir:
		return "", fmt.Errorf("the key of the service is in %s, where only it and root may read: use sudo, or --key: %w", dir, fs.ErrPermission)
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

// keyCmd prints the API key, or makes one.
type keyCmd struct {
	dataFlag
	fresh bool
}

func (c *keyCmd) flags(set *pflag.FlagSet) {
	set.BoolVar(&c.fresh, "new", false, "make a new key; a running device takes it within a second")
	c.dataFlag.flags(set)
}

func (c *keyCmd) run(_ context.Context, std Streams, args []string) error {
	if err := none(args); err != nil {
		return err
	}
	load := c.loadKey
	if c.fresh {
		load = c.makeKey
	}
	key, err := load()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(std.Out, string(key))
	return err
}

// makeKey makes a key in an existing data directory. It does not create the
// directory, because a missing one is more likely misspelt than wanted.
func (f dataFlag) makeKey() (keys.Key, error) {
	dir, err := f.where()
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "", fmt.Errorf("%s is no directory: --data names the data directory of a device", dir)
	}
	return keys.NewKey(dir)
}
