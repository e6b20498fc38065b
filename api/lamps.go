package api

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
)

func (s *Server) getIndicators(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	list, err := s.cfg.Device.Indicators(ctx)
	if err != nil {
		return err
	}
	return rest.WriteJSON(w, http.StatusOK, wire.IndicatorsOf(list))
}

func (s *Server) postIndicators(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	list, err := wire.PutIndicators(ctx, s.cfg.Device, body)
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, wire.IndicatorsOf(list))
}

func (s *Server) getMood(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	m, err := s.cfg.Device.Mood(ctx)
	if err != nil {
		return err
	}
	return rest.WriteJSON(w, http.StatusOK, wire.MoodOf(m))
}

func (s *Server) putMood(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	m, err := wire.PutMood(ctx, s.cfg.Device, body)
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, wire.MoodOf(m))
}
