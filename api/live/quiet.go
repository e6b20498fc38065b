// SPDX-License-Identifier: Apache-2.0

package live

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
)

func (l *Live) getQuiet(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	q, err := l.cfg.Device.QuietHours(ctx)
	if err != nil {
		return err
	}
	return rest.WriteJSON(w, http.StatusOK, wire.QuietOf(q))
}

func (l *Live) putQuiet(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	q, err := wire.PutQuiet(ctx, l.cfg.Device, body)
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, wire.QuietOf(q))
}

func (l *Live) getNight(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	n, err := l.cfg.Device.Night(ctx)
	if err != nil {
		return err
	}
	return rest.WriteJSON(w, http.StatusOK, wire.NightOf(n))
}

func (l *Live) putNight(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	n, err := wire.PutNight(ctx, l.cfg.Device, body)
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, wire.NightOf(n))
}
