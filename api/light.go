package api

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
)

// wireLight is how brightness follows the light (docs/decisions.md 16).
type wireLight struct {
	Curve      []wireLightPoint   `json:"curve"`
	Dark       float64            `json:"dark_lux"`
	Lux        *float64           `json:"lux"`                     // null: no sensor has been read
	Simulated  bool               `json:"lux_simulated,omitempty"` // nothing has measured Lux
	Brightness int                `json:"brightness"`              // percent, in force
	Points     []wireLightReading `json:"points"`
}

type wireLightPoint struct {
	Lux   float64 `json:"lux"`
	Level float64 `json:"level"` // percent
}

type wireLightReading struct {
	At string `json:"at"`
	wireLightPoint
}

func (s *Server) getLight(w http.ResponseWriter, r *http.Request) error {
	l, err := s.cfg.Device.Lighting(r.Context())
	if err != nil {
		return err
	}
	st := s.status(s.cfg.Device.Status())
	out := wireLight{Dark: l.Dark, Lux: st.Lux, Simulated: st.Simulated, Brightness: st.Brightness, Curve: []wireLightPoint{}, Points: []wireLightReading{}}
	for _, p := range l.Curve {
		out.Curve = append(out.Curve, wireLightPoint(p))
	}
	for _, p := range l.Past {
		out.Points = append(out.Points, wireLightReading{stamp(p.At), wireLightPoint{p.Lux, p.Level}})
	}
	return rest.WriteJSON(w, http.StatusOK, out)
}
