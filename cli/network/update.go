// SPDX-License-Identifier: Apache-2.0

package network

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/install"
)

// updateCmd asks the running device about newer releases.
type updateCmd struct{ remoteFlags }

func newUpdate(set *pflag.FlagSet) command.Run {
	c := &updateCmd{}
	c.flags(set)
	return c.run
}

func (c *updateCmd) run(ctx context.Context, std command.Streams, args []string) error {
	var err error
	var now update.Status
	switch {
	case len(args) == 1 && args[0] == "back" && c.to == hereURL && mayGoBack():
		_, err = install.System{}.Run(ctx, install.Previous, "updater", "rollback")
		return err
	case len(args) == 0:
		err = c.read(ctx, http.MethodGet, "/live/update", nil, &now)
	case len(args) == 1 &&
		(args[0] == "check" || args[0] == "install" || args[0] == "defer" || args[0] == "back" || args[0] == "settings"):
		var done struct{ Success struct{ Data *update.Status } }
		done.Success.Data = &now
		err = c.read(ctx, http.MethodPost, "/live/update", map[string]string{"action": args[0]}, &done)
	default:
		return command.Usagef("want nothing, check, install, defer, back or settings")
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(std.Out, lines(now))
	return err
}

// mayGoBack reports whether this is root on a machine that keeps the version before: then
// no daemon is needed, which may be what has to go.
func mayGoBack() bool {
	_, err := os.Stat(install.Previous)
	return err == nil && os.Geteuid() == 0
}

// lines returns a status as lines for people.
func lines(s update.Status) string {
	var b strings.Builder
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%-10s %s\n", name, value)
		}
	}
	state := s.State
	if s.State == update.PhaseDownloading || s.State == update.PhaseInstalling {
		state = fmt.Sprintf("%s, %d %%", s.State, s.Progress)
	}
	line("installed", s.Installed)
	line("available", s.Available)
	line("previous", s.Previous)
	line("channel", s.Channel)
	line("settings",
		map[string]string{"before": "from before the update", "left": "as the newer version left them"}[s.Settings])
	line("state", state)
	line("error", s.Error)
	if !s.Deferred.IsZero() {
		line("deferred", "until "+s.Deferred.Local().Format("2006-01-02 15:04"))
	}
	if s.Available != "" && !s.Kind.Installs() {
		line("", "nothing on this system can install it: install it as you installed this version")
	}
	if s.Notes != "" {
		line("notes", strings.ReplaceAll(strings.TrimSpace(s.Notes), "\n", "\n           "))
	}
	return b.String()
}
