// SPDX-License-Identifier: Apache-2.0

package machine

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/internal/notices"
	"github.com/ledpost/ledpost/internal/version"
)

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
	_, err := fmt.Fprintf(std.Out, "ledpost %s %s/%s %s\n", version.Number, runtime.GOOS, runtime.GOARCH, runtime.Version())
	return err
}
