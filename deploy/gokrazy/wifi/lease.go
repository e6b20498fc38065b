// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"os"
	"os/exec"
	"time"

	"github.com/ledpost/ledpost/internal/pause"
)

// A lease is the address that gokrazy's DHCP client holds while it runs. The one
// that gokrazy starts is for Ethernet. The zero lease holds none.
type lease struct {
	stop context.CancelFunc
	done chan struct{}
}

// get starts the client, and starts it again when it ends: it gives up when the
// first question is not answered.
func (l *lease) get() {
	ctx, stop := context.WithCancel(context.Background())
	l.stop, l.done = stop, make(chan struct{})
	go func() {
		defer close(l.done)
		for ctx.Err() == nil {
			cmd := exec.CommandContext(ctx, "/gokrazy/dhcp", "-interface="+device)
			cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
			_ = cmd.Run() // it has told why
			pause.For(ctx, time.Second)
		}
	}()
}

// drop ends the client and returns when it has ended.
func (l *lease) drop() {
	if l.stop == nil {
		return
	}
	l.stop()
	<-l.done
	l.stop = nil
}
