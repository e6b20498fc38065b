// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/internal/notices"
	"github.com/ledpost/ledpost/internal/version"
)

type versionCmd struct{ licences bool }

func (c *versionCmd) flags(set *pflag.FlagSet) {
	set.BoolVar(&c.licences, "licences", false, "print the licences of everything that is in the program")
}

func (c *versionCmd) run(_ context.Context, std Streams, args []string) error {
	if err := none(args); err != nil {
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
