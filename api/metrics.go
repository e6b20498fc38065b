package api

import (
	"context"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
)

// metrics counts what /metrics reports. Labels come from fixed lists, never
// from a request.
type metrics struct {
	handler  http.Handler
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
}

func newMetrics(s *Server) *metrics {
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "ledpost_http_requests_total", Help: "Requests answered.",
		}, []string{"route", "method", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "ledpost_http_request_seconds", Help: "Time to answer, by route.",
			Buckets: []float64{.0001, .0005, .001, .005, .01, .05, .1, .5, 1, 5},
		}, []string{"route"}),
	}
	r := prometheus.NewRegistry()
	r.MustRegister(m.requests, m.seconds, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), &deviceCollector{s: s})
	r.MustRegister(s.cfg.Collectors...)
	m.handler = promhttp.HandlerFor(r, promhttp.HandlerOpts{MaxRequestsInFlight: 2, Timeout: 5 * time.Second})
	return m
}

// methods maps the methods that have a label of their own.
var methods = map[string]string{
	http.MethodGet: "GET", http.MethodHead: "HEAD", http.MethodPost: "POST", http.MethodPut: "PUT", http.MethodDelete: "DELETE",
}

func (m *metrics) count(e *endpoint, method string, status int, took time.Duration) {
	label, ok := methods[method]
	if !ok {
		label = "other"
	}
	if status == 0 {
		status = http.StatusOK // nothing was written: net/http answers 200
	}
	m.requests.WithLabelValues(e.path, label, strconv.Itoa(status)).Inc()
	if status != http.StatusSwitchingProtocols {
		m.seconds.WithLabelValues(e.path).Observe(took.Seconds())
	}
}

func (s *Server) getMetrics(w http.ResponseWriter, r *http.Request) error {
	return delegate(w, r, s.metrics.handler)
}

// deviceCollector reads the counters of other components when it is scraped.
type deviceCollector struct {
	s       *Server
	mu      sync.Mutex
	counted map[string]float64 // icons by source; replaced, never modified
	when    time.Time          // when they were counted
}

var (
	descVersion     = describe("ledpost_info", "The program; always 1.", "version")
	descHealth      = describe("ledpost_health", "How the part works: 0 = well, 1 = degraded, 2 = failed.", "part")
	descWaiting     = describe("ledpost_notifications_waiting", "Notifications in the queue.")
	descVisible     = describe("ledpost_notification_visible", "1 while a notification shows.")
	descReceived    = describe("ledpost_notifications_received_total", "Notifications queued.")
	descOutcomes    = describe("ledpost_notifications_ended_total", "Notifications ended, by what became of them.", "outcome")
	descLux         = describe("ledpost_light_lux", "Last reading of the light sensor.")
	descTemperature = describe("ledpost_temperature_celsius", "Last reading of the temperature in the room.")
	descHumidity    = describe("ledpost_humidity_percent", "Last reading of the relative humidity in the room.")
	descLevel       = describe("ledpost_brightness_ratio", "Brightness now, 0 to 1.")
	descClock       = describe("ledpost_clock_plausible", "1 while the wall clock can be right.")
	descConnections = describe("ledpost_http_connections", "Connections open now.")
	descFrames      = describe("ledpost_frames_total", "Frames drawn.")
	descIcons       = describe("ledpost_icons", "Icons known, by where they come from.", "source")
	descBlocks      = describe("ledpost_sound_blocks_total", "Blocks of 1,024 frames mixed.")
	descUnderruns   = describe("ledpost_sound_underruns_total", "Times the sound output ran dry.")
	descStarved     = describe("ledpost_sound_starved_total", "Times a download was too slow for its sound.")
	descFetches     = describe("ledpost_sound_fetches_total", "Downloads of sounds begun.")
	descFailures    = describe("ledpost_sound_failures_total", "Sounds that could not be played to their end.")
	descFallbacks   = describe("ledpost_sound_fallbacks_total", "Fallbacks played instead of a sound.")
	descOpen        = describe("ledpost_sound_open", "1 while the sound output is open.")
)

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, labels, nil)
}

// Describe sends nothing: which metrics there are depends on the configuration.
func (*deviceCollector) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (c *deviceCollector) Collect(out chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	counter := func(d *prometheus.Desc, v uint64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(v), labels...)
	}
	gauge(descVersion, 1, c.s.cfg.Version)
	gauge(descConnections, float64(c.s.conns.number()))
	if p := c.s.cfg.Preview; p != nil {
		counter(descFrames, p.Frames())
	}
	for part, level := range c.health() {
		gauge(descHealth, level, part)
	}
	ctx, cancel := context.WithTimeout(context.Background(), healthTimeout)
	defer cancel()
	if st, err := c.s.cfg.Device.Stats(ctx); err == nil {
		counter(descReceived, st.Received)
		for _, o := range []note.Outcome{note.OutcomeShown, note.OutcomeDismissed, note.OutcomeExpired, note.OutcomeRefused} {
			counter(descOutcomes, st.Outcomes[o], string(o))
		}
	}
	st := c.s.cfg.Device.Status()
	gauge(descWaiting, float64(st.Waiting))
	gauge(descVisible, truth(st.Showing.Notification != ""))
	gauge(descLevel, st.Level)
	gauge(descClock, truth(st.Clock))
	lux := math.NaN() // before the first reading
	if st.Light {
		lux = st.Lux
	}
	gauge(descLux, lux)
	for desc, m := range map[*prometheus.Desc]device.Measured{descTemperature: st.Climate.Temperature, descHumidity: st.Climate.Humidity} {
		if m.Known {
			gauge(desc, m.Value)
		}
	}
	if c.s.cfg.Icons != nil {
		for source, n := range c.icons() {
			gauge(descIcons, n, source)
		}
	}
	if c.s.cfg.Speaker != nil {
		st := c.s.cfg.Speaker.Stats()
		gauge(descOpen, truth(st.Open))
		counter(descBlocks, st.Blocks)
		counter(descUnderruns, st.Underruns)
		counter(descStarved, st.Starved)
		counter(descFetches, st.Fetches)
		counter(descFailures, st.Failures)
		counter(descFallbacks, st.Fallbacks)
	}
}

// health returns the value of descHealth for each component.
func (c *deviceCollector) health() map[string]float64 {
	levels := map[string]float64{}
	for _, p := range c.s.components(context.Background()) {
		level := map[Status]float64{Degraded: 1, Failed: 2}[p.Status]
		levels[p.Name] = max(levels[p.Name], level)
	}
	return levels
}

// icons counts the icons at most once a minute, since there may be thousands.
func (c *deviceCollector) icons() map[string]float64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counted != nil && time.Since(c.when) < time.Minute {
		return c.counted
	}
	c.counted, c.when = map[string]float64{icons.BuiltIn: 0, icons.User: 0, icons.Gallery: 0}, time.Now()
	for _, e := range c.s.cfg.Icons.Index() {
		if _, ok := c.counted[e.Source]; ok {
			c.counted[e.Source]++
		}
	}
	return c.counted
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
