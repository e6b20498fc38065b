package api

import (
	"net/http"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
)

// wireLook is how text and frames are drawn.
type wireLook struct {
	TextColor   string  `json:"text_color"`
	ScrollSpeed float64 `json:"scroll_speed"` // pixels a second
	Smooth      bool    `json:"smooth"`
	Transition  string  `json:"transition"`
}

func lookObject(l paint.Look) wireLook {
	return wireLook{l.TextColor.String(), l.ScrollSpeed, l.Smooth, l.Transition.String()}
}

func (s *Server) getLook(w http.ResponseWriter, r *http.Request) error {
	l, err := s.cfg.Device.Look(s.soon())
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, lookObject(l))
}

// lookPatch is the body of a PUT.
type lookPatch struct {
	TextColor   wire.Word    `json:"text_color"`
	ScrollSpeed wire.Decimal `json:"scroll_speed"`
	Smooth      wire.Boolean `json:"smooth"`
	Transition  wire.Word    `json:"transition"`
}

func (s *Server) putLook(w http.ResponseWriter, r *http.Request) error {
	var body lookPatch
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	var f wire.Faults
	patch := body.patch(&f)
	if f.Err() != nil {
		f.Rest(patch.Validate())
		return f.Err()
	}
	l, err := s.cfg.Device.SetLook(s.soon(), patch)
	if err != nil {
		return f.Explain(err)
	}
	return writeChanged(w, r, lookObject(l))
}

func (p *lookPatch) patch(f *wire.Faults) (out device.LookPatch) {
	if c := wire.ReadColor(f, "text_color", p.TextColor); c.Set {
		out.TextColor = &c
	}
	if f.Check("scroll_speed", p.ScrollSpeed.Value) {
		out.ScrollSpeed = &p.ScrollSpeed.Float
	}
	if f.Check("smooth", p.Smooth.Value) {
		out.Smooth = &p.Smooth.On
	}
	if t, ok := wire.Choice(f, "transition", p.Transition, paint.ParseTransition); ok {
		out.Transition = &t
	}
	return out
}
