// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"net/http"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/render"
)

// askEvery is how often a starting device is asked whether its API answers.
const askEvery = 2 * time.Millisecond

// tellReady calls Ready once the panel is open and everything answers.
func (a *appliance) tellReady(ctx context.Context, alive *liveness) error {
	if a.Ready == nil || !a.hardware.Opens(ctx) {
		return nil
	}
	for alive.check(ctx) != nil {
		select {
		case <-time.After(askEvery):
		case <-ctx.Done():
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
	resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
