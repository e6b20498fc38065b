// SPDX-License-Identifier: Apache-2.0

package live

import (
	"fmt"
	"net/http"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
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
	light, err := rest.Call(r, l.cfg.Device.Lighting)
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

// maxLux is more than the sun gives at noon.
const maxLux = 120_000

var errMeasured = rest.Refuse(http.StatusConflict, "The light in the room is not simulated")

// putLight sets the light of the simulated room.
func putLight(cfg Config) rest.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		var body struct {
			Lux wire.Decimal `json:"lux"`
		}
		if err := rest.ReadJSON(w, r, &body); err != nil {
			return err
		}
		var f wire.Faults
		lux := body.Lux.Float
		if f.Need("lux", body.Lux.Value) && !(lux >= 0 && lux <= maxLux) {
			f.Wrong("lux", body.Lux.Value, fmt.Sprintf("want 0 to %d", maxLux))
		}
		if err := f.Err(); err != nil {
			return err
		}
		if cfg.Simulate == nil || !cfg.Simulate(lux) {
			return errMeasured
		}
		ctx, done := rest.Patience(r)
		defer done()
		if err := cfg.Device.SetLux(ctx, lux); err != nil {
			return err
		}
		return rest.WriteChanged(w, r, struct {
			Lux float64 `json:"lux"`
		}{lux})
	}
}
