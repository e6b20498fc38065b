// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/sounds"
)

// playCmd plays sounds or writes them to a file.
type playCmd struct {
	deviceFlags
	out        string
	float, all bool
	volume     int
}

func (c *playCmd) flags(set *pflag.FlagSet) {
	set.StringVarP(&c.out, "out", "o", "", "write `OUT`.wav instead, at the sound's own rate and full scale; with --all a directory")
	set.BoolVar(&c.float, "float", false, "write 32-bit float instead of 16-bit")
	set.BoolVar(&c.all, "all", false, "write every built-in sound as DIR/category/id.wav")
	set.IntVar(&c.volume, "volume", 60, "`N`, 0 to 100")
	c.deviceFlags.flags(set)
}

func (c *playCmd) run(ctx context.Context, std Streams, args []string) error {
	cfg, err := c.load()
	if err != nil {
		return err
	}
	if c.all {
		if len(args) > 0 || c.out == "" {
			return usagef("--all wants -o DIR and no source")
		}
		return sounds.WriteAll(ctx, cfg.Audio.Config, c.out, c.float)
	}
	source, err := one(args, "id, file or URL")
	switch {
	case err != nil:
		return err
	case c.volume < 0 || c.volume > 100:
		return usagef("--volume %d, want 0 to 100", c.volume)
	case c.out != "" && !strings.EqualFold(filepath.Ext(c.out), ".wav"):
		return usagef("-o %s: want a name that ends in .wav", c.out)
	case c.out != "":
		return sounds.Write(ctx, cfg.Audio.Config, source, c.out, c.float)
	case c.float:
		return usagef("--float goes with -o")
	}
	log, err := newLog(std.Err, "warn")
	if err != nil {
		return err
	}
	return sounds.PlayOnce(ctx, cfg.Audio.Config, log, source, c.volume)
}
