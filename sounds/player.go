// SPDX-License-Identifier: Apache-2.0

// Package sounds is the audible half of the device: it is given a Track, which
// should be heard now, and plays it. Built-in sounds are synthesised, URLs are
// fetched and decoded while they play, everything is mixed at one rate and
// written to one output: a sound card, a sound server, a program, a file, the
// browser, or nothing.
//
// This package is not an API: other modules use hil, hil/conform and hil/sigrok alone.
package sounds

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/latest"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/sounds/fetch"
	"github.com/ledpost/ledpost/sounds/output"
	"github.com/ledpost/ledpost/sounds/rtttl"
	"github.com/ledpost/ledpost/sounds/spectrum"
	"github.com/ledpost/ledpost/sounds/synth"
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

// Track says what the speaker should play now; the zero Track is silence. While
// the Key stays the same the track keeps playing, or stays ended, and only
// Volume takes effect.
type Track struct {
	Key string // identity of one play, e.g. the notification's id and showing

	Category string // "notifications", "alarms" or synth.Motions, with
	ID       string // a built-in sound; or
	Tune     string // a ringtone in RTTTL; or
	URL      string // a sound from the network
	Type     string // of URL: "mp3", or "" to detect
	Live     bool   // URL is endless (radio): no bound on size or time, reconnects; false to detect

	Repeat   int     // plays; 0 = until replaced
	Fallback Builtin // played if URL cannot be; zero = none
	Volume   int     // 0 to 100, perceptual; limits and quiet hours already applied

	file string // a sound on this machine: for the command line
}

// Builtin names a synthesised sound (docs/api.md, Sounds). The zero value is
// no sound.
type Builtin struct {
	Category string // "notifications" or "alarms"
	ID       string
}

// FlapTrack is the track of so many cards of a board that turn over one after the other. A buzzer, which is always
// loud, does not play it.
func FlapTrack(key string, cards int) Track {
	return Track{Key: key, Category: synth.Motions, ID: "flap", Repeat: cards}
}

// Silent reports whether t asks for silence.
func (t Track) Silent() bool { return t.URL == "" && t.ID == "" && t.Tune == "" && t.file == "" }

// Cause is the kind of a fault; an app tells it in its own words.
type Cause uint8

// Causes.
const (
	Unplayable  Cause = iota // any other: the sound is damaged, or of an unknown kind
	Unreachable              // the server, or the way there
	Silent                   // the server is there, and sends nothing
	Refused                  // the rules for addresses refuse the server's
)

// causeOf returns the kind of err.
func causeOf(err error) Cause {
	var network net.Error
	switch {
	case errors.Is(err, webfetch.ErrRefused):
		return Refused
	case errors.Is(err, errLate), errors.Is(err, errLost), errors.Is(err, fetch.ErrStalled):
		return Silent
	case errors.As(err, &network), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return Unreachable
	}
	return Unplayable
}

// breakOff stores why the current play broke off, nil when another begins.
func (p *Player) breakOff(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.broke, p.cause = "", Unplayable
	if err != nil {
		p.broke, p.cause = err.Error(), causeOf(err)
	}
}

// CategoryOf returns the category of the built-in sound id, "" for another id. No id is
// in two categories.
func CategoryOf(id string) string {
	for _, c := range Categories() {
		if Exists(c, id) {
			return c
		}
	}
	return ""
}

// CheckTune returns the faults of a ringtone in RTTTL, nil if it can be played.
func CheckTune(text string) error {
	_, err := rtttl.Parse(text)
	return err
}
