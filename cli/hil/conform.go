// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/hil/conform"
	"github.com/spf13/pflag"
)

// conformCmd tries the statements of the API on a device.
type conformCmd struct {
	key, junit, profile, capture, against string
	loud, pair, tap                       bool
}

func newConform(set *pflag.FlagSet) command.Run {
	c := &conformCmd{}
	set.StringVar(&c.key, "key", "", "API `KEY` of the device")
	set.BoolVar(&c.tap, "tap", false, "write the results as TAP, the Test Anything Protocol")
	set.StringVar(&c.junit, "junit", "", "write the results to `FILE` too, as JUnit's XML")
	set.BoolVar(&c.loud, "loud", false, "play sounds, and set the volume to its highest for a moment")
	set.BoolVar(&c.pair, "pair", false, "ask for a key, which the panel shows; this address may then ask again after an "+
		"hour")
	set.StringVar(&c.profile, "profile", "", "kind of the device: `NAME` is one of "+strings.Join(conform.Profiles(),
		", "))
	set.StringVar(&c.capture, "capture", "", "write all answers to `FILE`, with pseudonyms for names, keys and addresses")
	set.StringVar(&c.against, "against", "", "test the answers in `FILE`, which --capture wrote, in place of a device")
	return c.run
}

// errUnlike says that some statements do not hold.
var errUnlike = errors.New("the device differs from the documented API")

func (c *conformCmd) run(ctx context.Context, std command.Streams, args []string) error {
	config, err := c.config(args)
	if err != nil {
		return err
	}
	config.Loud, config.Pair = c.loud, c.pair
	var archive *conform.Archive
	if c.capture != "" {
		archive = conform.Record(&config)
	}
	var written error
	if !c.tap {
		config.Each = func(r conform.Result) { written = errors.Join(written, conform.Line(std.Out, r)) }
	}
	if config.Profile == conform.TronbytClient && !config.Replay {
		at := strings.TrimSuffix(config.URL, "/")
		_, written = fmt.Fprintf(std.Err, "waiting for a device that shows %s/next or %s/ws\n", at, at)
	}
	all, err := conform.Run(ctx, config)
	if archive != nil {
		err = errors.Join(err, command.WriteFile(c.capture, archive.Write))
	}
	if err = errors.Join(err, written, c.report(std.Out, all)); err != nil {
		return command.Incomparable(err)
	}
	if conform.Count(all).Failed > 0 {
		return errUnlike
	}
	return nil
}

// config returns what is tested: a device, or an archive.
func (c *conformCmd) config(args []string) (config conform.Config, err error) {
	if c.profile != "" && !slices.Contains(conform.Profiles(), c.profile) {
		return config, command.Usagef("%q is no profile, but %s", c.profile, strings.Join(conform.Profiles(), ", "))
	}
	if c.against != "" {
		if len(args) > 0 || c.capture != "" {
			return config, command.Usagef("--against asks no device")
		}
		f, err := os.Open(c.against)
		if err != nil {
			return config, command.Incomparable(err)
		}
		defer f.Close()
		config, err = conform.ReadArchive(f)
		if config.Profile = cmp.Or(c.profile, config.Profile); err != nil {
			return config, command.Incomparable(fmt.Errorf("%s: %w", c.against, err))
		}
		return config, nil
	}
	address, err := command.One(args, "URL of a device, as http://192.168.1.5:8080")
	if err != nil {
		return config, err
	}
	if at, err := url.Parse(address); err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		return config, command.Usagef("%q is not a URL like http://192.168.1.5:8080", address)
	}
	if c.key == "" && c.profile != "awtrix3" && c.profile != conform.TronbytClient { // which may have none
		return config, command.Usagef("give the device's key with --key")
	}
	return conform.Config{URL: address, Key: c.key, Profile: c.profile}, nil
}

// report writes the reports of all results.
func (c *conformCmd) report(out io.Writer, all []conform.Result) (err error) {
	switch {
	case c.tap:
		err = conform.TAP(out, all)
	case len(all) > 0:
		_, err = fmt.Fprintf(out, "\n%v\n", conform.Count(all))
	}
	if c.junit != "" {
		err = errors.Join(err, command.WriteFile(c.junit, func(w io.Writer) error { return conform.JUnit(w, all) }))
	}
	return err
}
