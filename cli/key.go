package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/api"
)

// loadKey reads the key. It makes one only in a directory that was named: in
// the usual place of whoever asks it would be nobody's.
func (f dataFlag) loadKey() (api.Key, error) {
	dir, err := f.where()
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(dir, "key")); errors.Is(err, fs.ErrNotExist) && !f.named() {
		return "", fmt.Errorf("there is no key in %s; --data names the data directory of the device", dir)
	}
	return api.LoadKey(dir, "")
}

// keyCmd prints the API key.
type keyCmd struct {
	dataFlag
	fresh bool
}

func (c *keyCmd) flags(set *pflag.FlagSet) {
	set.BoolVar(&c.fresh, "new", false, "make a new key; a running device takes it when it is restarted")
	c.dataFlag.flags(set)
}

func (c *keyCmd) run(_ context.Context, std Streams, args []string) error {
	if err := none(args); err != nil {
		return err
	}
	load := c.loadKey
	if c.fresh {
		load = func() (api.Key, error) {
			dir, err := c.dir()
			if err != nil {
				return "", err
			}
			return api.NewKey(dir)
		}
	}
	key, err := load()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(std.Out, string(key))
	return err
}
