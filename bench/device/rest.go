// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/ledpost/ledpost/bench/figures"
	"github.com/ledpost/ledpost/bench/process"
)

// rest measures the start, and the device at rest with the clock on.
func rest(ctx context.Context, r *figures.Report) error {
	best := time.Hour // the build before it may still keep the disk busy
	var p *process.Process
	for range 3 {
		if p != nil {
			p.Stop()
		}
		var err error
		if p, err = process.Start(ctx, ""); err != nil {
			return err
		}
		best = min(best, p.Started)
	}
	defer p.Stop()
	r.Figure("start to `/healthz`, best of 3", best.Seconds(), "s")
	info, err := os.Stat(filepath.Join(p.Dir, "ledpost"))
	if err != nil {
		return err
	}
	r.Figure("binary, stripped, amd64", float64(info.Size())/1e6, "MB")
	time.Sleep(3 * time.Second)
	before, err := p.CPU()
	if err != nil {
		return err
	}
	const span = 30 * time.Second
	time.Sleep(span)
	after, err := p.CPU()
	if err != nil {
		return err
	}
	r.Figure("processor time at rest with the clock, of one core", 100*(after-before).Seconds()/span.Seconds(), "%")
	whole, private, err := p.Memory()
	if err != nil {
		return err
	}
	r.Figure("memory at rest, private", private, "MB")
	r.Figure("memory at rest, with the pages of the program's file", whole, "MB")
	return nil
}
