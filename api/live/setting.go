// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
)

// setting returns GET and PUT of an object that the device keeps: get reads it, put applies
// a body, and form is what both answer.
func setting[S, W any](
	dev *device.Device,
	get func(*device.Device, context.Context) (S, error),
	put func(context.Context, *device.Device, []byte) (S, error),
	form func(S) W,
) rest.Methods {
	read := func(w http.ResponseWriter, r *http.Request) error {
		ctx, done := rest.Patience(r)
		defer done()
		now, err := get(dev, ctx)
		if err != nil {
			return err
		}
		return rest.WriteJSON(w, http.StatusOK, form(now))
	}
	change := func(w http.ResponseWriter, r *http.Request) error {
		body, err := rest.ReadBody(w, r)
		if err != nil {
			return err
		}
		ctx, done := rest.Patience(r)
		defer done()
		now, err := put(ctx, dev, body)
		if err != nil {
			return err
		}
		return rest.WriteChanged(w, r, form(now))
	}
	return rest.Methods{http.MethodGet: read, http.MethodPut: change}
}

func (l *Live) quiet() rest.Methods {
	return setting(l.cfg.Device, (*device.Device).QuietHours, wire.PutQuiet, wire.QuietOf)
}

func (l *Live) night() rest.Methods {
	return setting(l.cfg.Device, (*device.Device).Night, wire.PutNight, wire.NightOf)
}

func (l *Live) region() rest.Methods {
	return setting(l.cfg.Device, (*device.Device).Region, wire.PutRegion, wire.RegionOf)
}
