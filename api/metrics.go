// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"io"
	"math"
	"net/http"
	"time"

	process "github.com/VictoriaMetrics/metrics"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/metric"
)

// metrics collects the samples of /metrics. Labels come from fixed lists, never
// from a request.
type metrics struct {
	answers    answerCounts
	collectors []metric.Collector
	scrapes    chan struct{} // has room for those that may run at once
}

func newMetrics(s *Server) *metrics {
	m := &metrics{scrapes: make(chan struct{}, 2)}
	m.collectors = append([]metric.Collector{&m.answers}, s.cfg.Collectors...)
	for _, room := range s.cfg.Rooms {
		if c, ok := room.(metric.Collector); ok {
			m.collectors = append(m.collectors, c)
		}
	}
	return m
}

// methods maps the methods that have their own label.
var methods = map[string]string{
	http.MethodGet: "GET", http.MethodHead: "HEAD", http.MethodPost: "POST", http.MethodPut: "PUT",
	http.MethodDelete: "DELETE",
}

func (m *metrics) count(route, method string, status int, took time.Duration) {
	label, ok := methods[method]
	if !ok {
		label = "other"
	}
	if status == 0 {
		status = http.StatusOK // nothing was written: net/http answers 200
	}
	if status == http.StatusSwitchingProtocols {
		took = -1 // as long as the connection
	}
	m.answers.count(route, label, status, took)
}

func (s *Server) getMetrics(w http.ResponseWriter, r *http.Request) error {
	select { // a third scrape would wait for the device, too, and hold its place meanwhile
	case s.metrics.scrapes <- struct{}{}:
		defer func() { <-s.metrics.scrapes }()
	default:
		return rest.Refuse(http.StatusServiceUnavailable, "two scrapes are running: try again in a second")
	}
	var text metric.Writer
	s.collect(r.Context(), &text)
	for _, c := range s.metrics.collectors {
		c.Collect(&text)
	}
	process.WriteProcessMetrics(&text) // memory, processor time, files and goroutines
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, err := w.Write(text.Bytes())
	return err
}

// collect writes the state of the device and of the server.
func (s *Server) collect(ctx context.Context, w *metric.Writer) {
	// One wait for both questions to the device: clients give up after 2 s.
	ctx, cancel := brief(ctx)
	defer cancel()
	w.Gauge("ledpost_info", "The program; always 1.", 1, "version", s.cfg.Version)
	w.Gauge("ledpost_http_connections", "Connections open now.", float64(s.door.Open()))
	for part, level := range s.levels(ctx) {
		w.Gauge("ledpost_health", "How the part works: 0 = well, 1 = degraded, 2 = failed.", level, "part", part)
	}
	if st, err := s.cfg.Device.Stats(ctx); err == nil {
		w.Counter("ledpost_notifications_received_total", "Notifications queued.", st.Received)
		for _, o := range []note.Outcome{note.OutcomeShown, note.OutcomeDismissed, note.OutcomeExpired, note.OutcomeRefused} {
			w.Counter("ledpost_notifications_ended_total", "Notifications ended, by outcome.", st.Outcomes[o],
				"outcome", string(o))
		}
	}
	st := s.cfg.Device.Status()
	w.Gauge("ledpost_notifications_waiting", "Notifications in the queue.", float64(st.Waiting))
	w.Gauge("ledpost_notification_visible", "1 while a notification shows.", truth(st.Showing.Notification != ""))
	w.Gauge("ledpost_brightness_ratio", "Brightness now, 0 to 1.", st.Level)
	w.Gauge("ledpost_clock_plausible", "1 while the wall clock can be right.", truth(st.Clock))
	lux := math.NaN() // before the first reading
	if st.Light {
		lux = st.Lux
	}
	w.Gauge("ledpost_light_lux", "Last reading of the light sensor.", lux)
	if st.Watched {
		w.Gauge("ledpost_presence", "1 while a sensor sees somebody.", truth(st.Here))
	}
	if m := st.Climate.Temperature; m.Known {
		w.Gauge("ledpost_temperature_celsius", "Last reading of the temperature in the room.", m.Value)
	}
	if m := st.Climate.Humidity; m.Known {
		w.Gauge("ledpost_humidity_percent", "Last reading of the relative humidity in the room.", m.Value)
	}
	if m := st.Climate.CO2; m.Known {
		w.Gauge("ledpost_carbon_dioxide_ppm", "Last reading of the carbon dioxide in the room.", m.Value)
	}
}

// levels returns the value of ledpost_health for each component.
func (s *Server) levels(ctx context.Context) map[string]float64 {
	levels := map[string]float64{}
	for _, p := range s.components(ctx) {
		level := map[Status]float64{Degraded: 1, Failed: 2}[p.Status]
		levels[p.Name] = max(levels[p.Name], level)
	}
	return levels
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// memoryOf returns what requests with a key take from, nil for none.
func (s *Server) memoryOf(key *keys.Held) *budget.Budget {
	switch m := s.cfg.Memory; {
	case key != nil && key.Scope == keys.ScopeAll:
		return m.Owner
	case key != nil && key.Scope == keys.ScopeControl:
		return m.Guests
	default:
		return m.Sender
	}
}

// handle lets h read the body out of the memory for requests with that key, and take what it
// draws and what it answers from there. What is too much is refused before it is read.
func (e *endpoint) handle(h rest.Handler, w http.ResponseWriter, r *http.Request, key *keys.Held) error {
	drawn := e.server.memoryOf(key).Hold()
	defer drawn.Release()
	r = r.WithContext(budget.With(r.Context(), drawn))
	if !e.Public { // those answer with what all of them share, or with little
		w = &outgoing{w, drawn}
	}
	if r.ContentLength == 0 {
		return h(w, r)
	}
	sent, longest := drawn, e.Longest()
	if longest <= budget.Small || 0 < r.ContentLength && r.ContentLength <= budget.Small {
		sent = e.server.cfg.Memory.All.Hold()
		defer sent.Release()
	}
	if err := e.admit(w, r, sent, longest); err != nil {
		w.Header().Set("Connection", "close") // the body stays unread
		return err
	}
	return h(w, r)
}

// admit lets the body of r be read: at most longest bytes, out of share.
func (e *endpoint) admit(w http.ResponseWriter, r *http.Request, share *budget.Share, longest int64) error {
	body := r.Body
	switch {
	case r.ContentLength > longest:
		return rest.TooLarge(longest)
	case e.Body > 0: // a file: a client may be slow, and nothing like it is made of it
		body = reader{share.Reader(body, 1), body}
	case r.ContentLength < 0:
		body = reader{share.Reader(body, budget.Copies), body}
	default:
		if err := share.Take(r.ContentLength * budget.Copies); err != nil {
			return err
		}
	}
	r.Body = http.MaxBytesReader(w, body, longest)
	return nil
}

// outgoing is an answer whose bytes are taken from the share while they are sent: a client may
// leave them unread. Those that have none left are refused instead, unless they are few.
type outgoing struct {
	http.ResponseWriter
	share *budget.Share
}

// Write implements [http.ResponseWriter]. It writes all of b or, with budget.ErrSpent, nothing.
func (a *outgoing) Write(b []byte) (int, error) {
	if len(b) > budget.Small {
		if err := a.share.Cover(int64(len(b))); err != nil {
			return 0, err
		}
	}
	return a.ResponseWriter.Write(b)
}

// Unwrap supports http.ResponseController and WebSockets.
func (a *outgoing) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// reader is a body that is read through another reader.
type reader struct {
	io.Reader
	io.Closer
}
