package main

import (
	"context"
	"fmt"
	"image"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/render"
)

// openPanel decides on the panel: the configured one behind an output that
// opens it, or the simulator.
func (b *builder) openPanel() (err error) {
	size, kind, err := b.cfg.Panel.Check()
	if err != nil {
		return fmt.Errorf("config: panel: %w", err)
	}
	if kind == "" {
		b.size, b.kind = image.Pt(37, 8), string(hw.Color)
		if b.cmd.size != "" {
			b.size.X, b.size.Y, err = parseSize(b.cmd.size)
		}
		return err
	}
	if b.cmd.size != "" {
		return usagef("--size is the simulator's; the panel has its own, %dx%d", size.X, size.Y)
	}
	b.size, b.kind = size, string(kind)
	b.panel = render.NewOutput(image.Rectangle{Max: size}, b.hardware, b.log)
	return nil
}

// parseSize reads WIDTHxHEIGHT.
func parseSize(s string) (w, h int, err error) {
	if _, err := fmt.Sscanf(s, "%dx%d", &w, &h); err != nil || w < 8 || h < 8 || w > 512 || h > 256 || fmt.Sprintf("%dx%d", w, h) != s {
		return 0, 0, usagef("size %q is not WxH, 8x8 to 512x256", s)
	}
	return w, h, nil
}

// hardware opens the panel; the output calls it, again after a fault.
func (b *builder) hardware() (render.Panel, error) {
	board, err := hw.Open(b.cfg.Config)
	if err != nil {
		return nil, err
	}
	if meter, ok := board.Panel.(hw.PowerMeter); ok {
		b.power.Store(&meter)
	}
	if p, ok := board.Panel.(hw.Refreshed); ok {
		b.matrix.Store(&p)
		if note := p.Note(); note != "" {
			b.log.Info("the panel is refreshed", "note", note)
		}
	}
	return board.Panel, nil
}

// arrivals draws anew when an icon has come.
func (b *builder) arrivals(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-b.icons.Changed():
			_ = b.device.Refresh(ctx)
		}
	}
}

// steps applies the rules anew when the wall clock is set.
func (b *builder) steps(ctx context.Context) error {
	err := device.WatchClock(ctx, func() { _ = b.device.Wake(ctx) })
	if err != nil {
		b.log.Warn("steps of the clock are noticed late", "err", err)
	}
	return nil
}

// discovery announces the device; without a network the device goes on alone.
func (b *builder) discovery(ctx context.Context) error {
	if err := b.ssdp.Run(ctx); err != nil {
		b.log.Warn("the device cannot be found on the network", "err", err)
	}
	return nil
}

// health tells what works.
func (b *builder) health() []api.Part {
	parts := []api.Part{condition("panel", faultOf(b.panel), b.panel != nil)}
	parts = append(parts, condition("sound", b.player.Err(), true))
	if source := b.cfg.Light.Source; source != "" && source != "none" {
		parts = append(parts, condition("light", b.sensors.lightErr(), false))
	}
	if len(b.sensors.inputs) > 0 {
		parts = append(parts, condition("buttons", b.sensors.inputs.Fault(), false))
	}
	if code := b.ailing.Load(); code != nil {
		parts = append(parts, api.Part{Name: "doctor", Status: api.Absent, Detail: string(*code) + ": 'ledpost doctor' says what to change"})
	}
	if b.ssdp != nil {
		parts = append(parts, condition("discovery", b.ssdp.Err(), false))
	}
	return parts
}

// audible tells whether a sound would be heard now.
func (b *builder) audible() bool { return b.cfg.Audio.Output != "null" && b.player.Err() == nil }

func faultOf(o *render.Output) error {
	if o == nil {
		return nil
	}
	return o.Fault()
}

// condition of a part: what is wanted but does not work has failed only if it
// was configured.
func condition(name string, err error, wanted bool) api.Part {
	p := api.Part{Name: name, Status: api.OK}
	if err != nil {
		p.Status, p.Detail = api.Absent, err.Error()
		if wanted && name == "panel" {
			p.Status = api.Failed
		}
	}
	return p
}
