// SPDX-License-Identifier: Apache-2.0

// Command ledpost is firmware for a Raspberry Pi with an LED matrix: it speaks
// the local API of the LaMetric Time, draws, plays and is found on the network.
// Without hardware it is a simulator in the browser and the terminal.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/ledpost/ledpost/cli"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/refresh"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == refresh.Command {
		os.Exit(refresh.Main(os.Args[2:], hw.Refreshers()))
	}
	if len(os.Args) > 1 && os.Args[1] == refresh.ServeCommand {
		os.Exit(refresh.Serve(os.Args[2:], hw.Served()))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends it at once
	log.SetOutput(io.Discard)    // a library writes a line a frame about some FLAC files; ours is log/slog
	err := cli.Run(ctx, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, "ledpost:", err)
	stop()
	os.Exit(cli.ExitCode(err))
}
