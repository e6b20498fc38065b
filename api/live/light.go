// SPDX-License-Identifier: Apache-2.0

package live

import (
	"net/http"
	"time"

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

func (l *Live) getLight(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	light, err := l.cfg.Device.Lighting(ctx)
	if err != nil {
		return err
	}
	st := l.status(l.cfg.Device.Status())
	out := wireLight{Dark: light.Dark, Lux: st.Lux, Simulated: st.Simulated, Brightness: st.Brightness,
		Curve: []wireLightPoint{}, Points: []wireLightReading{}}
	for _, p := range light.Curve {
		out.Curve = append(out.Curve, wireLightPoint(p))
	}
	for _, p := range light.Past {
		out.Points = append(out.Points, wireLightReading{p.At.UTC().Format(time.RFC3339), wireLightPoint{p.Lux, p.Level}})
	}
	return rest.WriteJSON(w, http.StatusOK, out)
}
