// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"net/http"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/render"
)

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
