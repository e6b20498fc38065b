// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"log/slog"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/firmware/hardware"
)

// panelFinder searches for no panel: a browser has none. It implements live.PanelFinder.
type panelFinder struct{}

func newPanelFinder(config.Config, *hardware.Hardware, *trial, *slog.Logger) *panelFinder {
	return &panelFinder{}
}

// Begin implements live.PanelFinder.
func (*panelFinder) Begin([]string) (live.FindState, error) { return live.FindState{}, live.ErrNoHUB75 }

// Answer implements live.PanelFinder.
func (*panelFinder) Answer(string, bool) (live.FindState, error) {
	return live.FindState{}, live.ErrNoSearch
}

// Keep implements live.PanelFinder.
func (*panelFinder) Keep() error { return live.ErrNoSearch }

// End implements live.PanelFinder.
func (*panelFinder) End() {}

// State implements live.PanelFinder.
func (*panelFinder) State() live.FindState { return live.FindState{} }

// run waits for the end.
func (*panelFinder) run(ctx context.Context) error {
	<-ctx.Done()
	return nil
}
