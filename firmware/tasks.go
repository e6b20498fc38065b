// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"net"
	"net/http"
	"slices"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/firmware/host"
	"github.com/ledpost/ledpost/firmware/stage"
	"github.com/ledpost/ledpost/internal/pause"
	"github.com/ledpost/ledpost/render"
)

// stages returns everything that runs, in the order of starting. ctx is the context
// of the run.
func (a *appliance) stages(ctx context.Context) [][]stage.Task {
	loop := a.hardware.Loop()
	alive := &liveness{device: a.device, loop: loop, api: a.listeners.Self()}
	return [][]stage.Task{
		{{Name: "state", Run: a.data.store.Run}},
		a.hardware.Outputs(),
		{{Name: "frames", Run: loop.Run}},
		{{Name: "device", Run: a.device.Run}},
		slices.Concat(a.content(), a.hardware.Inputs(a.device), a.settings(), a.ways.Tasks(a.device), a.manager.tasks(),
			a.onboarding(), a.runners()),
		{
			{Name: "ready", Run: func(ctx context.Context) error { return a.tellReady(ctx, alive) }},
			{Name: "watchdog", Run: func(ctx context.Context) error { return host.Watch(ctx, alive.check) }},
			{Name: "service manager", Run: func(ending context.Context) error {
				return host.Announce(ending, func() bool { return restarts(ctx) })
			}},
		},
	}
}

// content returns the tasks that bring icons and long messages.
func (a *appliance) content() []stage.Task {
	return []stage.Task{
		{Name: "icons", Run: a.icons.Run},
		{Name: "icon arrivals", Run: stage.Forward(a.icons.Changed(), func(ctx context.Context, _ struct{}) error {
			return a.device.Refresh(ctx)
		})},
		{Name: "messages", Run: func(ctx context.Context) error {
			return a.data.fetch(ctx, a.device, a.hardware.Loop())
		}},
	}
}

// settings returns the tasks that follow the configuration, the clock, the network and the
// releases.
func (a *appliance) settings() []stage.Task {
	return []stage.Task{
		{Name: "network", Run: a.network.Run},
		{Name: "updates", Run: a.updater.Run},
		{Name: "search for the panel", Run: a.finder.run},
		{Name: "self-test", Run: a.tester.wait},
		{Name: "configuration", Run: func(ctx context.Context) error { return a.trial.run(ctx, a.device) }},
		{Name: "clock", Run: func(ctx context.Context) error { return a.clock.watch(ctx, a.device) }},
		{Name: "time server", Run: func(ctx context.Context) error { return a.clock.synchronize(ctx, a.device) }},
	}
}

// runners returns the tasks of the apps.
func (a *appliance) runners() (all []stage.Task) {
	for _, app := range a.apps.Apps {
		if r, ok := app.(device.Runner); ok {
			all = append(all, stage.Task{Name: app.About().Package, Run: func(ctx context.Context) error {
				return r.Run(ctx, a.device.Post)
			}})
		}
	}
	return all
}

// askEvery is how often a starting device is asked whether its API answers.
const askEvery = 2 * time.Millisecond

// tellReady calls Ready once the panel is open and everything answers.
func (a *appliance) tellReady(ctx context.Context, alive *liveness) error {
	if a.Ready == nil || !a.hardware.Opens(ctx) {
		return nil
	}
	for alive.check(ctx) != nil {
		if !pause.For(ctx, askEvery) {
			return nil
		}
	}
	a.Ready(a.listeners.Self(), string(a.data.key))
	return nil
}

// liveness checks the three that must not hang: the device's brain, the frame
// loop, and the API through its port.
type liveness struct {
	device *device.Device
	loop   *render.Loop
	api    string // its address, such as "http://127.0.0.1:8080"
}

// check returns nil when all three have answered.
func (l *liveness) check(ctx context.Context) error {
	if _, err := l.device.Stats(ctx); err != nil {
		return err
	}
	if err := l.loop.Alive(ctx); err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, l.api+"/openapi.json", nil)
	if err != nil {
		return err
	}
	// By a dialer of ours: in the demo, net/http would ask the browser.
	dial := new(net.Dialer).DialContext
	resp, err := (&http.Client{Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true}}).Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
