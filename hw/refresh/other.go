// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package refresh

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// errLinux is what everything here fails with.
var errLinux = errors.New("refresh: only Linux runs a refresher")

// A Process is a running refresher, which this system cannot have.
type Process struct{}

// Start fails.
func (Limits) Start(string, any, int) (*Process, error) { return nil, errLinux }

// Ask fails.
func (Limits) Ask(string, any, int) (*Process, error) { return nil, errLinux }

// Wake fails.
func (*Process) Wake() error { return errLinux }

// Note is empty.
func (*Process) Note() string { return "" }

// Back is nil.
func (*Process) Back() []byte { return nil }

// Each does nothing.
func (*Process) Each(func([]byte)) {}

// Publish fails.
func (*Process) Publish() error { return errLinux }

// Err is the error of Start.
func (*Process) Err() error { return errLinux }

// Stats is zero.
func (*Process) Stats() Stats { return Stats{} }

// Close does nothing.
func (*Process) Close() error { return nil }

// Main fails.
func Main([]string, map[string]Opener) int {
	fmt.Fprintln(os.Stderr, errLinux)
	return 1
}

// Serve fails.
func Serve(args []string, kinds map[string]Opener) int { return Main(args, kinds) }

// Now is the time since some moment.
func Now() time.Duration { return time.Since(epoch()) }

// SleepUntil returns at t of [Now].
func SleepUntil(t time.Duration) { time.Sleep(t - Now()) }

func epoch() time.Time { return time.Unix(0, 0) }
