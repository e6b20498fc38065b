// Package api serves the network: the device API of the specification and its
// additions, over HTTP and HTTPS. It knows the names, the leniency and the
// quirks of the wire format; the rules themselves are in package device.
package api

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"sync/atomic"

	"github.com/ledpost/ledpost/api/door"
	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/logtail"
	"github.com/ledpost/ledpost/internal/metric"
	"github.com/ledpost/ledpost/internal/rate"
	"github.com/ledpost/ledpost/sounds"
	"github.com/ledpost/ledpost/sounds/stations"
)

// Icons lists icons and changes the user's own.
type Icons interface {
	Index() []icons.Entry
	Read(*icons.Entry) bool // adds what the icon's file tells
	Entry(icons.Ref) (icons.Entry, bool)
	Coming(icons.Ref) bool // also orders it
	Put(name string, data []byte) error
	Delete(name string) error
}

// Speaker reports what the device plays.
type Speaker interface {
	Listen() *sounds.Listener
	Stats() sounds.Stats
}

// Network reports the state of Wi-Fi and Bluetooth. Only SetBluetooth may wait.
type Network interface {
	Wifi() netinfo.Wifi
	Bluetooth() netinfo.Bluetooth
	SetBluetooth(context.Context, netinfo.BluetoothPatch) (netinfo.Bluetooth, error)
}

// Prober asks a URL for data once, as a widget with these settings (a JSON
// object) would. It returns the value that was found and what the widget would
// show. Errors are of type note.InvalidError.
type Prober interface {
	Probe(ctx context.Context, settings json.RawMessage) (value, text string, err error)
}

// Stations finds radio stations by name. It returns an empty list if there are
// none, and an error if the directory did not answer.
type Stations interface {
	Search(ctx context.Context, words string) ([]stations.Station, error)
}

// Component is the health of one component of the device, as /healthz reports
// it.
type Component struct {
	Name   string `json:"name"`             // panel, sound, light, buttons, discovery …
	Status Status `json:"status"`           //
	Detail string `json:"detail,omitempty"` // what is wrong, and what to change
}

// Status is the state of a Component (docs/decisions.md 11).
type Status string

const (
	OK       Status = "ok"
	Absent   Status = "absent"   // not there, and not named in the configuration: not an error
	Warning  Status = "warning"  // works, but something should be changed
	Degraded Status = "degraded" // does not work, but the picture does without it, or the cause lies outside the device
	Failed   Status = "failed"   // does not work, and only the device can mend it; makes /healthz answer 503
)

// Pairing gives keys to clients that have none. Handler serves those clients at
// /api/v1/user; Answers serves the users who may refuse a request, at
// /live/pairing. A request for which may returns false cannot approve.
type Pairing interface {
	Handler() http.Handler
	Answers(may func(*http.Request) bool) http.Handler
}

// Form is the interface of another firmware, served beside the API. Handler
// answers the requests under Paths. It checks where a request comes from, but
// not its key.
type Form interface {
	Handler() http.Handler
	Paths() []string
	Sends(path string) bool   // whether keys of scope send may use it too
	Reads(path string) bool   // whether GET changes nothing
	Allows(a netip.Addr) bool // whether requests from address a need no key
}

// Config is what a Server needs. Device, Keys and Log are required.
type Config struct {
	Device        *device.Device
	Icons         Icons              // nil: no /live/icons
	Speaker       Speaker            // nil: no /live/audio
	Network       Network            // nil: the state of the network is unknown
	Preview       *Preview           // nil: no /live/panel, /live/frames and /live/frame.png
	LEDs          LEDs               // of the panel
	Stream        Streamer           // nil: no pixel streams
	Pairing       Pairing            // nil: no pairing
	Data          Prober             // nil: no /live/apps/test
	Stations      Stations           // nil: /live/stations says that no directory is set
	Places        Places             // nil: /live/places says that there is none
	Awtrix        Form               // nil: no AWTRIX interface
	Lines         *logtail.Tail      // of the log; nil: no /live/log
	Updates       Updater            // nil: no /live/update
	Backups       Backups            // nil: no /live/backup
	Configuration Configuration      // nil: no /live/config
	Keys          *keys.Guard        // who may use it; New tells it whose the connections are
	Door          door.Config        // what lets connections in; Owner and Log are the server's
	Page          http.Handler       // at /; nil = none
	Found         http.Handler       // at /device_description.xml; nil = none
	Health        func() []Component // nil = only whether the device answers
	Doctor        Doctor             // nil: no /live/doctor
	Version       string             // of the program

	IndexBraces bool // the index writes /{:id} rather than {/:id} (docs/decisions.md 5)

	Collectors []metric.Collector // more collectors for /metrics
	Log        *slog.Logger
}

// Server answers requests. Make one with [New].
type Server struct {
	// Immutable.
	cfg     Config
	log     *slog.Logger
	keys    *keys.Guard
	mux     *http.ServeMux
	door    *door.Door
	metrics *metrics
	clients *clients

	closing   context.Context // ends the WebSockets
	close     context.CancelFunc
	sockets   inFlight
	heavy     chan struct{} // limits the answers that take megabytes or much CPU time to make
	restoring chan struct{} // limits the backups that are being restored
	received  atomic.Int64  // bytes held of backups that are being sent

	sketches *rate.Limiter // of drawn previews and decoded pictures

	device atomic.Pointer[deviceAnswer] // the last answer to GET device
}

// New returns a server; Run starts it.
func New(cfg Config) *Server {
	if cfg.Network == nil {
		cfg.Network = noNetwork{}
	}
	s := &Server{
		cfg: cfg, log: cfg.Log, keys: cfg.Keys,
		clients: newClients(),
		heavy:   make(chan struct{}, 2), restoring: make(chan struct{}, 1), sketches: rate.New(sketchBurst, sketchEvery),
	}
	cfg.Door.Owner, cfg.Door.Log = s.keys.Owner, s.log
	s.door = door.New(cfg.Door)
	s.keys.Use(places{s.door})
	s.closing, s.close = context.WithCancel(context.Background())
	s.metrics = newMetrics(s)
	s.mux = http.NewServeMux()
	for _, e := range s.endpoints() {
		s.mux.Handle(e.Path, e)
	}
	return s
}

// Handler returns a handler that answers requests as Run does, for tests and
// other servers.
func (s *Server) Handler() http.Handler { return s.door.Handler(http.HandlerFunc(s.serve)) }
