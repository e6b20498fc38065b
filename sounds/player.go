// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/latest"
	"github.com/ledpost/ledpost/sounds/fetch"
	"github.com/ledpost/ledpost/sounds/output"
	"github.com/ledpost/ledpost/sounds/spectrum"
)

// Player turns tracks into sound. Make one with NewPlayer and start Run; every
// other method may be called from any goroutine, before, during and after Run.
type Player struct {
	// Immutable.
	cfg     Config
	log     *slog.Logger
	client  *fetch.Client
	fault   error // of cfg
	library *library
	find    func(output.Config) (output.Choice, error)
	wake    chan struct{} // filled when orders change
	hearers listeners
	over    latest.Box[string]
	told    latest.Box[Heard]
	meter   *spectrum.Meter
	asked   atomic.Int64     // when somebody last asked for levels, Unix nanoseconds
	ended   func(key string) // called by Run when a track is over; set before Run

	mu      sync.Mutex
	want    Track
	ahead   []Track
	changed bool
	stats   Stats
	err     error
	title   string
	titled  time.Time // a title was last logged
	broke   string    // why what plays broke off last, in words; "" = it did not
	cause   Cause     // its kind
}

// NewPlayer returns a player that opens nothing until Run and the first sound.
// Run and Err report an invalid Config; the player then makes no sound.
func NewPlayer(cfg Config, log *slog.Logger) *Player {
	cfg = cfg.withDefaults()
	p := &Player{
		cfg: cfg, log: log, fault: cfg.Check(),
		library: newLibrary(cfg.Rate), find: finder(),
		wake: make(chan struct{}, 1), over: latest.New[string](), told: latest.New[Heard](),
	}
	p.ended = p.over.Put
	p.library.tell = p.stir
	p.meter = spectrum.New(cfg.Rate)
	p.client, _ = fetch.New(fetch.Config{Allow: cfg.Allow})
	p.err = p.fault
	return p
}

// Bound lets downloads take their memory from m. To be called before Run.
func (p *Player) Bound(m *budget.Budget) {
	if p.fault == nil {
		p.client.Bound(m)
	}
}

// Run plays until ctx ends, then fades out, closes the output and returns nil. It owns
// the mixer and the output, and waits for everything it started. Its error is the
// error of Config.Check.
func (p *Player) Run(ctx context.Context) error {
	defer p.hearers.stop()
	if p.fault != nil {
		return p.fault
	}
	e := newEngine(p)
	defer e.stop()
	e.run(ctx)
	return nil
}

// Play sets what should be heard now, and names the tracks that wait, the next
// one first: their URLs (the first three) are fetched and their built-in sounds
// rendered ahead. It never blocks; the latest call wins, and sounds of an older
// call that this one does not name are dropped.
func (p *Player) Play(now Track, next ...Track) {
	p.mu.Lock()
	p.want, p.ahead, p.changed = now, slices.Clone(next), true
	p.mu.Unlock()
	p.stir()
}

// stir wakes Run.
func (p *Player) stir() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// orders returns the latest orders, and whether they are new.
func (p *Player) orders() (Track, []Track, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	changed := p.changed
	p.changed = false
	return p.want, p.ahead, changed
}

// Stats is a snapshot of the player since start.
type Stats struct {
	Output    string // the present or last output, e.g. "alsa:hw:0,0"; "" before the first sound
	Open      bool   // the output is open now
	Playing   string // Key of the sounding track; "" = silence
	Title     string // of a live stream, as it names itself; "" = none
	Blocks    uint64 // mixed, of 1,024 frames
	Underruns uint64 // times the output ran dry
	Starved   uint64 // times a download was too slow for its sound
	Fetches   uint64 // downloads begun
	Failures  uint64 // sounds that could not be played to their end
	Fallbacks uint64 // fallbacks played instead
	Fault     string // the last failure, in words; "" = none
}

// Stats returns the counters for /metrics and /healthz.
func (p *Player) Stats() Stats {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stats
}

// Err returns why nothing can be heard now, or nil. It is for the doctor and
// /healthz.
func (p *Player) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// Ended yields the Key of a track that is over because it was played to its end
// or cannot be played. The channel keeps only the newest, so an earlier one may
// be missed.
func (p *Player) Ended() <-chan string { return p.over }

// Heard is the state of the track that plays or was ordered last.
type Heard struct {
	Key      string // of the track; "" = silence was asked for
	Sounding bool   // it has been heard within the last 2 s
	Ended    bool   // it is over, played to its end or not to be played
	Title    string // of a live stream, as it names itself; "" = none
	Fault    string // why it broke off or cannot be played, in words; "" = it sounds, or nothing is known
	Cause    Cause  // the kind of Fault
}

// Heard yields the state of the track on every change. The channel keeps only
// the newest.
func (p *Player) Heard() <-chan Heard { return p.told }

// Listen returns a listener to the sound that is played, whatever the output
// is. The caller must Close it.
func (p *Player) Listen() *Listener { return p.hearers.add(p.cfg.Rate) }

// Probe finds the output that cfg leads to, without opening it, and returns its
// name, the name of the device, and an error that says why nothing would be
// heard.
func Probe(cfg Config) (name, device string, err error) {
	cfg = cfg.withDefaults()
	c, err := output.Find(cfg.output())
	if err == nil {
		err = silence(c, cfg.output())
	}
	return c.Name, c.Info, err
}
