// SPDX-License-Identifier: Apache-2.0

package machine

import (
	"context"
	"errors"
	"os/user"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/config/firstcard"
	"github.com/ledpost/ledpost/update/install"
)

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
