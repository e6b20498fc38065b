// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"image"
	"io"
	"log/slog"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/hw/term"
	"github.com/ledpost/ledpost/internal/tty"
	"github.com/ledpost/ledpost/render"
)

// screen is everything that shows the picture, with the loop that draws it: the
// panel, the preview in the browser, and the terminal for the simulator.
type screen struct {
	panel    *panel
	preview  *live.Preview
	terminal *render.Output // nil = none
	loop     *render.Loop
}

// newScreen makes the screen of a panel. A simulated panel is drawn on out if
// that is a terminal large enough; greet prints the greeting below it.
func newScreen(p *panel, out io.Writer, greet func(), log *slog.Logger) *screen {
	s := &screen{panel: p, preview: live.NewPreview(p.size.X, p.size.Y)}
	panels := []render.Panel{s.preview}
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
func (s *screen) tasks() (all stage) {
	for _, o := range []*render.Output{s.panel.output, s.terminal} {
		if o != nil {
			all = append(all, task{"panel", o.Run})
		}
	}
	return all
}
