package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/internal/notices"
)

// version is set by the linker for releases.
var version = "0.1.0-dev"

// buildTime, in seconds since 1970, is set by the linker for packages, which
// know nothing of the repository.
var buildTime string

type versionCmd struct{ licences bool }

func (c *versionCmd) flags(set *pflag.FlagSet) {
	set.BoolVar(&c.licences, "licences", false, "print the licences of everything that is in the program")
}

func (c *versionCmd) run(_ context.Context, std streams, args []string) error {
	if err := none(args); err != nil {
		return err
	}
	if c.licences {
		_, err := io.WriteString(std.out, notices.Text())
		return err
	}
	_, err := fmt.Fprintf(std.out, "ledpost %s %s/%s %s\n", version, runtime.GOOS, runtime.GOARCH, runtime.Version())
	return err
}

// built is when the program was made, as far as it knows.
func built() time.Time {
	if seconds, err := strconv.ParseInt(buildTime, 10, 64); err == nil {
		return time.Unix(seconds, 0)
	}
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return time.Time{}
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			t, _ := time.Parse(time.RFC3339, s.Value)
			return t
		}
	}
	return time.Time{}
}
