// SPDX-License-Identifier: Apache-2.0

package draw

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/local"
	"github.com/ledpost/ledpost/sounds"
)

// playCmd plays sounds or writes them to a file.
type playCmd struct {
	local.Flags
	out        string
	float, all bool
	volume     int
}

func newPlay(set *pflag.FlagSet) command.Run {
	c := &playCmd{}
	set.StringVarP(&c.out, "out", "o", "", "write `OUT`.wav instead, at the sound's own rate and full scale; with --all a directory")
	set.BoolVar(&c.float, "float", false, "write 32-bit float instead of 16-bit")
	set.BoolVar(&c.all, "all", false, "write every built-in sound as DIR/category/id.wav")
	set.IntVar(&c.volume, "volume", 60, "`N`, 0 to 100")
	c.Flags.Add(set)
	return c.run
}

func (c *playCmd) run(ctx context.Context, std command.Streams, args []string) error {
	cfg, err := c.Load()
	if err != nil {
		return err
	}
	if c.all {
		if len(args) > 0 || c.out == "" {
			return command.Usagef("--all wants -o DIR and no source")
		}
		return sounds.WriteAll(ctx, cfg.Audio.Config, c.out, c.float)
	}
	source, err := command.One(args, "id, file or URL")
	switch {
	case err != nil:
		return err
	case c.volume < 0 || c.volume > 100:
		return command.Usagef("--volume %d, want 0 to 100", c.volume)
	case c.out != "" && !strings.EqualFold(filepath.Ext(c.out), ".wav"):
		return command.Usagef("-o %s: want a name that ends in .wav", c.out)
	case c.out != "":
		return sounds.Write(ctx, cfg.Audio.Config, source, c.out, c.float)
	case c.float:
		return command.Usagef("--float goes with -o")
	}
	log, err := command.Log(std.Err, "warn")
	if err != nil {
		return err
	}
	return sounds.PlayOnce(ctx, cfg.Audio.Config, log, source, c.volume)
}
