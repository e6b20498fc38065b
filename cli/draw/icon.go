// SPDX-License-Identifier: Apache-2.0

package draw

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/local"
	"github.com/ledpost/ledpost/cli/picture"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/bounded"
)

// iconCmd writes the frames of an icon.
type iconCmd struct {
	local.Flags
	native bool
	out    string
}

func newIcon(set *pflag.FlagSet) command.Run {
	c := &iconCmd{}
	set.BoolVar(&c.native, "native", false, "unscaled instead of 8x8")
	set.StringVarP(&c.out, "out", "o", "", "`DIR` for 000_100ms.png, 001_…")
	c.Flags.Add(set)
	return c.run
}

// iconSize is the box that icons are scaled to on 8 rows.
const iconSize = 8

func (c *iconCmd) run(ctx context.Context, _ command.Streams, args []string) error {
	name, err := command.One(args, "reference or file")
	if err != nil {
		return err
	}
	if c.out == "" {
		return command.Usagef("-o DIR is missing: the folder for the frames")
	}
	data, err := readBounded(name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		data, err = c.find(ctx, name)
	}
	if err != nil {
		return err
	}
	size := iconSize
	if c.native {
		size = 0
	}
	_, err = icons.Export(c.out, data, size)
	return err
}

// readBounded reads a file up to the size that an icon may have.
func readBounded(path string) ([]byte, error) {
	if len(path) > 4096 { // a data URI
		return nil, fs.ErrInvalid
	}
	return bounded.ReadFile(path, icons.MaxBytes)
}

// find looks in the places where the device would look, the gallery last.
func (c *iconCmd) find(ctx context.Context, name string) ([]byte, error) {
	cfg, err := config.Load(c.Config)
	if err != nil {
		return nil, err
	}
	if cfg.Icons.Dir, err = c.Dir(); err != nil {
		return nil, err
	}
	ref, err := icons.Parse(name)
	if err != nil {
		return nil, command.Usagef("%v", err)
	}
	ctx, cancel := context.WithTimeout(ctx, picture.GalleryWait)
	defer cancel()
	return icons.New(cfg.Icons, slog.New(slog.DiscardHandler)).Source(ctx, ref)
}
