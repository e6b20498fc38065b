package firmware

import (
	"cmp"
	"fmt"
	"image"
	"sync/atomic"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/render"
)

// board is the panel, once it is open.
type board struct {
	power  atomic.Pointer[hw.PowerMeter]
	matrix atomic.Pointer[hw.Refreshed]
	opened *attempt
}

// preparePanel decides on the panel: the configured one behind an output that
// opens it, or the simulator.
func (b *builder) preparePanel() error {
	spec, err := b.Config.Panel.Check()
	if err != nil {
		return fmt.Errorf("config: panel: %w", err)
	}
	if spec.Kind == "" {
		b.board.opened.end(nil)
		b.size, b.kind = cmp.Or(b.Options.Size, image.Pt(37, 8)), string(hw.Color)
		return nil
	}
	b.size, b.kind = spec.Size, string(spec.Kind)
	b.panel = render.NewOutput(image.Rectangle{Max: spec.Size}, b.openPanel, b.Log)
	return nil
}

// openPanel opens the panel; the output calls it, again after a fault.
func (b *builder) openPanel() (render.Panel, error) {
	opened, err := hw.Open(b.Config.Config)
	if err != nil {
		b.Log.Debug("the panel cannot be opened", "err", err)
		err = b.advise("panel", err)
		b.board.opened.end(err)
		return nil, err
	}
	b.board.opened.end(nil)
	if meter, ok := opened.Panel.(hw.PowerMeter); ok {
		b.board.power.Store(&meter)
	}
	if p, ok := opened.Panel.(hw.Refreshed); ok {
		b.board.matrix.Store(&p)
		if n := p.Note(); n != "" {
			b.Log.Info("the panel is refreshed", "note", n)
		}
	}
	return opened.Panel, nil
}
