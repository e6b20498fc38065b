package api

import (
	"cmp"
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
)

// wireLook is how text and frames are drawn.
type wireLook struct {
	TextColor   string  `json:"text_color"`
	ScrollSpeed float64 `json:"scroll_speed"` // pixels a second
	Smooth      bool    `json:"smooth"`
	Transition  string  `json:"transition"`

	TextEffect string   `json:"text_effect"`
	TextColors []string `json:"text_colors"` // empty = the colours of the effect
	Background string   `json:"background"`
	Overlay    string   `json:"overlay"`
}

func lookObject(l paint.Look) wireLook {
	colors := make([]string, len(l.TextColors))
	for i, c := range l.TextColors {
		colors[i] = c.String()
	}
	return wireLook{
		l.TextColor.String(), l.ScrollSpeed, l.Smooth, l.Transition.String(),
		cmp.Or(l.TextEffect, note.EffectPlain).String(), colors, cmp.Or(l.Background.String(), "none"), cmp.Or(l.Overlay.String(), "none"),
	}
}

func (s *Server) getLook(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	l, err := s.cfg.Device.Look(ctx)
	if err != nil {
		return err
	}
	return rest.WriteJSON(w, http.StatusOK, lookObject(l))
}

func (s *Server) putLook(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	l, err := wire.PutLook(ctx, s.cfg.Device, body)
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, lookObject(l))
}
