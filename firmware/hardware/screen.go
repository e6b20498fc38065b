// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"image"
	"io"
	"log/slog"

	"github.com/ledpost/ledpost/firmware/stage"
	"github.com/ledpost/ledpost/hw/term"
	"github.com/ledpost/ledpost/internal/tty"
	"github.com/ledpost/ledpost/render"
)

// screen is everything that shows the picture, with the loop that draws it: the
// panel, the preview in the browser, and the terminal for the simulator.
type screen struct {
	panel    *panel
	terminal *render.Output // nil = none
	loop     *render.Loop
}

// newScreen makes the screen of a panel, and of preview. A simulated panel is drawn on out
// if that is a terminal large enough; greet prints the greeting below it.
func newScreen(p *panel, preview render.Panel, out io.Writer, greet func(), log *slog.Logger) *screen {
	s := &screen{panel: p}
	panels := []render.Panel{preview}
	if !p.simulated() {
		panels = append(panels, p.output)
	}
	columns, rows := tty.Size(out)
	if p.simulated() && tty.IsTerminal(out) && term.Fits(p.size, columns, rows) {
		s.terminal = render.NewOutput(image.Rectangle{Max: p.size}, func() (render.Panel, error) {
			drawn, err := term.New(out, p.size, func() (columns, rows int) { return tty.Size(out) })
			if err == nil {
				greet()
			}
			return drawn, err
		}, log)
		panels = append(panels, s.terminal)
	}
	s.loop = render.NewLoop(render.Tee(panels...), log)
	return s
}

// tasks returns the outputs. They must run longer than the loop, which draws on
// them.
func (s *screen) tasks() (all []stage.Task) {
	for _, o := range []*render.Output{s.panel.output, s.terminal} {
		if o != nil {
			all = append(all, stage.Task{Name: "panel", Run: o.Run})
		}
	}
	return all
}
