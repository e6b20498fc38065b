package firmware

import (
	"context"
	"log/slog"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/hw/input"
)

// buttons are the configured ones: on pins, keys, knobs.
type buttons struct {
	sources  input.Sources
	log      *slog.Logger
	listener func(input.Event) // also receives events; must not block; nil = none
	held     hold
}

func (b *buttons) health() []api.Component {
	if len(b.sources) == 0 {
		return nil
	}
	return []api.Component{condition("buttons", b.sources.Fault(), api.Degraded)}
}

// watch logs once which buttons do not work, and once that all work.
func (b *buttons) watch(ctx context.Context) error {
	said := ""
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Second):
		}
		now := ""
		if err := b.sources.Fault(); err != nil {
			now = err.Error()
		}
		switch {
		case now == said:
		case now == "":
			b.log.Info("all buttons work")
		default:
			b.log.Warn("some buttons do nothing; they are tried again", "err", now)
		}
		said = now
	}
}

// run applies button presses to d. Without buttons the device goes on.
func (b *buttons) run(ctx context.Context, d *device.Device) error {
	defer b.sources.Close()
	err := b.sources.Run(ctx, func(e input.Event) {
		if b.listener != nil {
			b.listener(e)
		}
		b.held.event(e, time.Now())
		if !e.Acts() {
			return
		}
		button, err := device.ParseButton(string(e.Button))
		if err == nil {
			err = d.PressHere(ctx, button, e.Kind == input.Down)
		}
		if err != nil && ctx.Err() == nil {
			b.log.Debug("a press did nothing", "button", e.Button, "err", err)
		}
	})
	if err != nil {
		b.log.Warn("some buttons do nothing", "err", err)
	}
	return nil
}
