// SPDX-License-Identifier: Apache-2.0

//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ledpost/ledpost/hw/input"
)

// reader is a source that is being read.
type reader struct {
	input.Source
	events chan input.Event
}

// read reads the reports of s until meanwhile has ended, and returns the fault then.
// Nothing here waits for a limited time: whoever emulates the machine does.
func read(s input.Source, meanwhile func(*reader) error) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r := &reader{s, make(chan input.Event, 1<<14)} // more than ever come
	done := make(chan error)
	go func() {
		done <- s.Run(ctx, func(e input.Event) {
			fmt.Println(e)
			r.events <- e
		})
	}()
	err := meanwhile(r)
	fmt.Println("fault:", s.Fault())
	cancel()
	return errors.Join(err, <-done, s.Close())
}

// wait waits for an event.
func (r *reader) wait(want input.Event) {
	for e := range r.events {
		if e == want {
			return
		}
	}
}

// until waits until all is there, or something is missing.
func (r *reader) until(there bool) {
	for (r.Fault() == nil) != there {
		time.Sleep(50 * time.Millisecond)
	}
}
