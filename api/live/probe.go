// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
)

// probeTime is how long a server may take to answer while a client waits.
const probeTime = 15 * time.Second

// Prober asks a URL for data once, as a widget with these settings (a JSON
// object) would; open says that the client may see the secret parts of addresses. It returns the
// value that was found, what the widget would show, and the whole answer, nil if that is large or
// no JSON; that also beside an error. Errors are of type note.InvalidError.
type Prober interface {
	Probe(
		ctx context.Context, settings json.RawMessage, open bool,
	) (value, text string, document json.RawMessage, err error)
}

// probe is the room in which settings of the data app are tried.
type probe struct {
	live   *Live
	prober Prober
}

// Probe returns the room in which clients try settings of the data app.
func (l *Live) Probe(p Prober) *probe { return &probe{l, p} }

// Endpoints tries settings.
func (m *probe) Endpoints() []rest.Endpoint {
	return []rest.Endpoint{{Path: "/live/apps/test", Control: true, Methods: rest.Methods{http.MethodPost: m.postTest}}}
}

// postTest requests a URL as the data app would (docs/decisions.md 16).
func (m *probe) postTest(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	if err := wire.Decode(body, &struct{}{}); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), probeTime)
	defer cancel()
	value, text, document, err := m.prober.Probe(ctx, body, m.live.cfg.Keys.SeesAll(r))
	messages, wrong := wire.Messages(err)
	switch {
	case wrong && document != nil: // people choose a value that is there
		return rest.WriteJSON(w, http.StatusBadRequest, struct {
			rest.Failed
			Document json.RawMessage `json:"document"`
		}{rest.Failure(messages...), document})
	case err != nil:
		return err
	}
	return rest.WriteJSON(w, http.StatusOK, struct {
		Value    string          `json:"value"`
		Text     string          `json:"text"`
		Document json.RawMessage `json:"document,omitempty"`
	}{value, text, document})
}
