package firmware

import (
	"context"

	"github.com/ledpost/ledpost/api"
)

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

// soundEnds tells the brain which sound is over.
func (b *builder) soundEnds(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case key := <-b.player.Ended():
			_ = b.device.SoundEnded(ctx, key)
		}
	}
}

// discovery announces the device; without a network the device goes on alone.
func (b *builder) discovery(ctx context.Context) error {
	if err := b.ssdp.Run(ctx); err != nil {
		b.Log.Warn("the device cannot be found on the network", "err", err)
	}
	return nil
}

// health tells what works. What was asked for in the configuration and does not
// work has failed; what is only taken where it is there is absent.
func (b *builder) health() []api.Part {
	parts := []api.Part{
		condition("state", b.store.Fault(), api.Failed),
		condition("clock", b.clockFault(), api.Absent),
		condition("panel", b.panel.fault(), api.Failed),
		condition("sound", b.player.Err(), failedIf(b.Config.Audio.Chosen())),
	}
	if b.light.chosen() {
		parts = append(parts, condition("light", b.light.fault(), api.Failed))
	}
	if len(b.buttons.sources) > 0 {
		parts = append(parts, condition("buttons", b.buttons.sources.Fault(), api.Failed))
	}
	if l := b.doctor.untold.Load(); l != nil {
		parts = append(parts, api.Part{Name: "doctor", Status: api.Absent, Detail: inWords(*l)})
	}
	if b.ssdp != nil {
		parts = append(parts, condition("discovery", b.ssdp.Err(), api.Absent))
	}
	if b.mdns != nil {
		parts = append(parts, condition("mdns", b.mdns.Err(), api.Absent))
	}
	return parts
}

// audible tells whether a sound would be heard now.
func (b *builder) audible() bool { return b.Config.Audio.Output != "null" && b.player.Err() == nil }

func failedIf(chosen bool) api.Status {
	if chosen {
		return api.Failed
	}
	return api.Absent
}

// condition of a part, which is as broken says when it has an error.
func condition(name string, err error, broken api.Status) api.Part {
	if err == nil {
		return api.Part{Name: name, Status: api.OK}
	}
	return api.Part{Name: name, Status: broken, Detail: err.Error()}
}
