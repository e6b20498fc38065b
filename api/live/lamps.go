// SPDX-License-Identifier: Apache-2.0

package live

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
)

func (l *Live) getIndicators(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	list, err := l.cfg.Device.Indicators(ctx)
	if err != nil {
		return err
	}
	return rest.WriteJSON(w, http.StatusOK, wire.IndicatorsOf(list))
}

func (l *Live) postIndicators(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	list, err := wire.PutIndicators(ctx, l.cfg.Device, body)
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, wire.IndicatorsOf(list))
}

func (l *Live) getMood(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	m, err := l.cfg.Device.Mood(ctx)
	if err != nil {
		return err
	}
	return rest.WriteJSON(w, http.StatusOK, wire.MoodOf(m))
}

func (l *Live) putMood(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	m, err := wire.PutMood(ctx, l.cfg.Device, body)
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, wire.MoodOf(m))
}
