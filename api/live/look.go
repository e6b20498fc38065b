// SPDX-License-Identifier: Apache-2.0

package live

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
)

func (l *Live) getLook(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	look, err := l.cfg.Device.Look(ctx)
	if err != nil {
		return err
	}
	return rest.WriteJSON(w, http.StatusOK, wire.LookOf(look))
}

func (l *Live) putLook(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	look, err := wire.PutLook(ctx, l.cfg.Device, body)
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, wire.LookOf(look))
}
