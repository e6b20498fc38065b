// SPDX-License-Identifier: Apache-2.0

package lametric

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
)

func (o *Original) getDisplay(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	d, err := o.cfg.Device.Display(ctx)
	if err != nil {
		return err
	}
	return rest.WriteJSON(w, http.StatusOK, wire.DisplayOf(d))
}

func (o *Original) putDisplay(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	d, err := wire.PutDisplay(ctx, o.cfg.Device, body)
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, wire.DisplayOf(d))
}
