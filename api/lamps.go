package api

import (
	"net/http"

	"github.com/ledpost/ledpost/api/wire"
)

func (s *Server) getIndicators(w http.ResponseWriter, r *http.Request) error {
	list, err := s.cfg.Device.Indicators(s.callContext())
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, wire.IndicatorsOf(list))
}

func (s *Server) postIndicators(w http.ResponseWriter, r *http.Request) error {
	body, err := readBody(w, r)
	if err != nil {
		return err
	}
	list, err := wire.PutIndicators(s.callContext(), s.cfg.Device, body)
	if err != nil {
		return err
	}
	return writeChanged(w, r, wire.IndicatorsOf(list))
}

func (s *Server) getMood(w http.ResponseWriter, r *http.Request) error {
	m, err := s.cfg.Device.Mood(s.callContext())
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, wire.MoodOf(m))
}

func (s *Server) putMood(w http.ResponseWriter, r *http.Request) error {
	body, err := readBody(w, r)
	if err != nil {
		return err
	}
	m, err := wire.PutMood(s.callContext(), s.cfg.Device, body)
	if err != nil {
		return err
	}
	return writeChanged(w, r, wire.MoodOf(m))
}
