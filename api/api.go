// Package api speaks with the network: the device API of the specification with
// its additions, over HTTP and HTTPS. What is particular to the wire, its names,
// its leniency and its quirks, ends here; the rules are package device's.
package api

import (
	"context"
	"encoding/json"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync/atomic"

	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/sounds"
	"github.com/ledpost/ledpost/sounds/stations"
	"github.com/prometheus/client_golang/prometheus"
)

// Icons lists icons and changes the user's own.
type Icons interface {
	List() []icons.Entry
	Entry(icons.Ref) (icons.Entry, bool)
	Put(name string, data []byte) error
	Delete(name string) error
}

// Speaker reports what is heard.
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

// Prober asks a URL for data, once, as a widget with these settings would (a JSON
// object), and says what value was found and what the widget would show. Errors
// are of note.InvalidError.
type Prober interface {
	Probe(ctx context.Context, settings json.RawMessage) (value, text string, err error)
}

// Stations finds radio stations by their names: an empty list, or why the
// directory gave no answer.
type Stations interface {
	Search(ctx context.Context, words string) ([]stations.Station, error)
}

// Component is the health of one thing that the device consists of, as /healthz
// reports it.
type Component struct {
	Name   string `json:"name"`             // panel, sound, light, buttons, discovery …
	Status Status `json:"status"`           //
	Detail string `json:"detail,omitempty"` // what is wrong, and what to change
}

// Status of a Component.
type Status string

const (
	OK      Status = "ok"
	Absent  Status = "absent"  // not there, and nobody asked for it by name: no fault
	Warning Status = "warning" // works, and something ought to be changed
	Failed  Status = "failed"  // makes /healthz answer 503
)

// Pairing gives keys to those who have none. Handler serves them, at
// /api/v1/user, and Answers those who may say yes, at /live/pairing.
type Pairing interface {
	Handler() http.Handler
	Answers() http.Handler
}

// Form is another firmware's interface beside the API's own. Handler answers under
// Paths and checks where a request comes from, but no key.
type Form interface {
	Handler() http.Handler
	Paths() []string
	Sends(path string) bool   // whether it is for keys of scope send too
	Reads(path string) bool   // whether GET changes nothing
	Allows(a netip.Addr) bool // whether requests from a need no key
}

// Config is what a Server needs. Device, Key and Log must be given.
type Config struct {
	Device   *device.Device
	Icons    Icons          // nil: no /live/icons
	Speaker  Speaker        // nil: no /live/audio
	Network  Network        // nil: no network is known
	Preview  *Preview       // nil: no /live/frames and /live/frame.png
	Stream   Streamer       // nil: no streams of pixels
	Pairing  Pairing        // nil: no pairing
	Data     Prober         // nil: no /live/apps/test
	Stations Stations       // nil: /live/stations says that no directory is set
	Awtrix   Form           // nil: no form of AWTRIX
	Also     []net.Listener // more that are served as the plain one of Run; nil ones are left out
	Key      Key
	KeyFile  string             // of Key: a change of it is taken while the server runs; "" = Key is fixed
	KeysFile string             // of the named keys: as KeyFile; "" = they last as long as the server
	Cert     *Cert              // nil: no TLS
	Page     http.Handler       // at /; nil = none
	Found    http.Handler       // at /device_description.xml; nil = none
	Health   func() []Component // nil = only that the device answers
	Version  string             // of the program

	IndexBraces bool // the index writes /{:id} rather than {/:id} (docs/decisions.md 5)

	Collectors []prometheus.Collector // more for /metrics
	Log        *slog.Logger
}

// Server answers requests. Make one with New.
type Server struct {
	// Immutable.
	cfg      Config
	log      *slog.Logger
	lock     *lock
	keyring  *keyring
	failures *failures
	mux      *http.ServeMux
	conns    *conns
	peers    *peers
	metrics  *metrics

	handshakes *handshakes
	closing    context.Context // ends the WebSockets
	close      context.CancelFunc
	sockets    inFlight
	heavy      chan struct{} // a place an answer that costs megabytes or much of a core to make

	device atomic.Pointer[deviceAnswer] // the last one to GET device
	calls  atomic.Pointer[sharedContext]

	keyRefused atomic.Bool // the file holds a key that is not taken
}

// New returns a server; Run starts it.
func New(cfg Config) *Server {
	if cfg.Network == nil {
		cfg.Network = noNetwork{}
	}
	s := &Server{
		cfg: cfg, log: cfg.Log, lock: newLock(cfg.Key), failures: newFailures(cfg.Log),
		conns: newConns(), peers: newPeers(), handshakes: newHandshakes(),
		heavy: make(chan struct{}, 2),
	}
	s.keyring = newKeyring(cfg.KeysFile, s.lock, s.log)
	s.closing, s.close = context.WithCancel(context.Background())
	s.metrics = newMetrics(s)
	s.mux = http.NewServeMux()
	for _, e := range s.endpoints() {
		s.mux.Handle(e.path, e)
	}
	return s
}

// Handler answers requests as Run does, for tests and other servers.
func (s *Server) Handler() http.Handler { return http.HandlerFunc(s.serve) }
