// SPDX-License-Identifier: Apache-2.0

// Package machine is the commands about this machine: they run a device on it, examine it, and keep its
// keys and its version.
package machine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/user"
	"runtime"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/config/firstcard"
	"github.com/ledpost/ledpost/internal/notices"
	"github.com/ledpost/ledpost/internal/version"
	"github.com/ledpost/ledpost/update/install"
)

// Commands returns the commands of this room.
func Commands() []command.Command {
	return []command.Command{
		{Name: "run", Help: "Run the device (the default).", New: newRun},
		{Name: "doctor", Told: true, New: newDoctor,
			Help: "Check this machine for the chosen hardware, and say how to mend each fault."},
		{Name: "wiring", New: newWiring,
			Help: "Show the wiring of the configured panel, sensors and buttons, and their parts."},
		{Name: "key", Help: "Print the API key, or a link with it, or make a new one.", New: newKey},
		{Name: "version", Help: "Print the version.", New: newVersion},
		{Name: "updater", Args: "install|keep|begin|judge|boot|rollback", Hidden: true, New: newUpdater,
			Help: "Do a step of an update, as root (docs/updates.md)."},
		{Name: "card", Hidden: true, New: newCard,
			Help: "Take ledpost.toml from the boot partition, as root (docs/install.md)."},
	}
}

type versionCmd struct{ licences bool }

func newVersion(set *pflag.FlagSet) command.Run {
	c := &versionCmd{}
	set.BoolVar(&c.licences, "licences", false, "print the licences of everything that is in the program")
	return c.run
}

func (c *versionCmd) run(_ context.Context, std command.Streams, args []string) error {
	if err := command.None(args); err != nil {
		return err
	}
	if c.licences {
		text, err := notices.Text()
		if err != nil {
			return err
		}
		_, err = io.WriteString(std.Out, text)
		return err
	}
	_, err := fmt.Fprintf(std.Out, "ledpost %s %s/%s %s\n", version.Number, runtime.GOOS, runtime.GOARCH,
		runtime.Version())
	return err
}

// newCard takes ledpost.toml from the boot partition of a Raspberry Pi OS, as root, before
// the service. ledpost-card.service runs it.
func newCard(*pflag.FlagSet) command.Run { return takeCard }

func takeCard(ctx context.Context, std command.Streams, args []string) error {
	if err := command.None(args); err != nil {
		return err
	}
	usable := func(text []byte) error {
		_, err := config.Parse(text, install.ConfigDir)
		return err
	}
	updates := func(ctx context.Context) error {
		log, err := command.Log(std.Err, "info")
		if err != nil {
			return err
		}
		return newHelper(false, log).Forget(ctx)
	}
	return firstcard.Here(install.DataDir, install.System{}, usable, serviceUser, updates).Take(ctx)
}

// serviceUser returns the ids of the service's user.
func serviceUser() (uid, gid int, err error) {
	u, err := user.Lookup("ledpost")
	if err != nil {
		return 0, 0, err
	}
	uid, err = strconv.Atoi(u.Uid)
	gid, fault := strconv.Atoi(u.Gid)
	return uid, gid, errors.Join(err, fault)
}
