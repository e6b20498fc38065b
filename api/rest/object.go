// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"context"
	"net/http"

	"github.com/ledpost/ledpost/device"
)

// Object returns the handlers of an object that the device keeps: GET, and change, the
// method that changes it. get reads the object, put applies a body, and form is the
// answer to both.
func Object[S, W any](
	change string,
	dev *device.Device,
	get func(*device.Device, context.Context) (S, error),
	put func(context.Context, *device.Device, []byte) (S, error),
	form func(S) W,
) Methods {
	reading := func(w http.ResponseWriter, r *http.Request) error {
		ctx, done := Patience(r)
		defer done()
		now, err := get(dev, ctx)
		if err != nil {
			return err
		}
		return WriteJSON(w, http.StatusOK, form(now))
	}
	changing := func(w http.ResponseWriter, r *http.Request) error {
		body, err := ReadBody(w, r) // before the patience begins: a slow client takes its own time
		if err != nil {
			return err
		}
		ctx, done := Patience(r)
		defer done()
		now, err := put(ctx, dev, body)
		if err != nil {
			return err
		}
		return WriteChanged(w, r, form(now))
	}
	return Methods{http.MethodGet: reading, change: changing}
}
