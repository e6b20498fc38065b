package api

import (
	"net/http"

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
	TextColor   word    `json:"text_color"`
	ScrollSpeed decimal `json:"scroll_speed"`
	Smooth      boolean `json:"smooth"`
	Transition  word    `json:"transition"`
}

func (s *Server) putLook(w http.ResponseWriter, r *http.Request) error {
	var body lookPatch
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	var f faults
	patch := body.patch(&f)
	if f.err() != nil {
		f.rest(patch.Validate())
		return f.err()
	}
	l, err := s.cfg.Device.SetLook(s.soon(), patch)
	if err != nil {
		return f.told(err)
	}
	return writeChanged(w, r, lookObject(l))
}

func (p *lookPatch) patch(f *faults) (out device.LookPatch) {
	if c := readColor(f, "text_color", p.TextColor); c.Set {
		out.TextColor = &c
	}
	if f.check("scroll_speed", p.ScrollSpeed.value) {
		out.ScrollSpeed = &p.ScrollSpeed.v
	}
	if f.check("smooth", p.Smooth.value) {
		out.Smooth = &p.Smooth.on
	}
	if t, ok := choice(f, "transition", p.Transition, paint.ParseTransition); ok {
		out.Transition = &t
	}
	return out
}
