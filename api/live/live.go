// SPDX-License-Identifier: Apache-2.0

// Package live serves what the original does not have: everything under /live that
// shows, prepares or changes what the device does. [Live] is the part that every
// device has; its methods return separate rooms for parts that only some have, such as
// a panel to watch or an updater.
package live

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/rate"
)

// Config configures Live. Device, Keys and Log are required.
type Config struct {
	Device *device.Device
	Keys   *keys.Guard
	Coming func(icons.Ref) bool  // whether an icon is still being fetched, which this also orders; nil = no icon is
	Title  func() string         // of the sound that plays; nil = it has none
	Sent   func() rest.Messenger // the sender of the last message; nil = it is not known
	// Simulate makes lux the reading of a sensor that is made up, and reports whether it is;
	// nil = a real one measures, or none.
	Simulate func(lux float64) bool
	Log      *slog.Logger
}

// Live is the part of the API that shows and sets what the device does. Make one with
// [New]; any goroutine may use it.
type Live struct {
	cfg Config

	closing  context.Context // ends the WebSockets
	close    context.CancelFunc
	sockets  inFlight
	heavy    chan struct{} // limits the answers that take megabytes or much CPU time to make
	sketches *rate.Limiter // of drawn previews and decoded pictures
}

// New returns it; Run ends its WebSockets.
func New(cfg Config) *Live {
	if cfg.Coming == nil {
		cfg.Coming = func(icons.Ref) bool { return false }
	}
	if cfg.Title == nil {
		cfg.Title = func() string { return "" }
	}
	if cfg.Sent == nil {
		cfg.Sent = func() rest.Messenger { return rest.Messenger{} }
	}
	l := &Live{cfg: cfg, heavy: make(chan struct{}, 2), sketches: rate.New(sketchBurst, sketchEvery)}
	l.closing, l.close = context.WithCancel(context.Background())
	return l
}

// Run ends the WebSockets of all rooms with ctx, and waits for them.
func (l *Live) Run(ctx context.Context) {
	<-ctx.Done()
	l.close()
	l.sockets.drain()
}

// How often an address may ask for a preview, which is drawn for it alone: as often
// as a person types. A page that asks for one after the other waits for its turn
// without noticing.
const (
	sketchBurst    = 20
	sketchEvery    = 250 * time.Millisecond
	sketchPatience = time.Second
)

// turn waits for a free place among the heavy answers; release gives it back.
// Such an answer is made completely before it is sent, so a client that does
// not read holds no place. The error is the request's, whose client has
// gone.
func (l *Live) turn(r *http.Request) (release func(), err error) {
	select {
	case l.heavy <- struct{}{}:
		return func() { <-l.heavy }, nil
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}

// sketch counts a request for something that is drawn or decoded for it alone, and
// waits for its turn. It refuses a request whose turn is too far away.
func (l *Live) sketch(w http.ResponseWriter, r *http.Request) error {
	wait, ok := l.sketches.Take(rest.Sender(r), time.Now(), sketchPatience)
	if ok {
		select {
		case <-time.After(wait):
			return nil
		case <-r.Context().Done(): // it has gone: nobody wants the picture
			return r.Context().Err()
		case <-l.closing.Done():
			return nil
		}
	}
	seconds := int((wait + time.Second - 1) / time.Second)
	w.Header().Set("Retry-After", strconv.Itoa(seconds))
	return rest.Refuse(http.StatusTooManyRequests,
		fmt.Sprintf("Too many previews from this address, try again in %d s", seconds))
}

// Endpoints returns what every device has.
func (l *Live) Endpoints() []rest.Endpoint {
	const get, put, post, del = http.MethodGet, http.MethodPut, http.MethodPost, http.MethodDelete
	type methods = rest.Methods
	type dev = device.Device
	d := l.cfg.Device
	return []rest.Endpoint{
		{Path: "/live/apps", Control: true, Methods: methods{get: l.getLiveApps, put: l.putLiveApps, post: l.postLiveApp}},
		{Path: "/live/apps/catalogue", Control: true, Methods: methods{get: l.getCatalogue}},
		{Path: "/live/apps/catalogue/{package}/{setting}/{file}", Control: true, Private: true,
			Methods: methods{get: l.getPose}},
		{Path: "/live/apps/{widget}", Control: true, Private: true,
			Methods: methods{get: l.getWidgetPicture, del: l.deleteLiveApp}},
		{Path: "/live/schedule", Control: true, Methods: methods{get: l.getSchedule, put: l.putSchedule}},
		{Path: "/live/status", Control: true, Methods: methods{get: l.getStatus}},
		{Path: "/live/history", Control: true, Methods: methods{get: l.getHistory}},
		{Path: "/live/watch", Control: true, Methods: methods{get: l.getWatch}},
		{Path: "/live/preview", Control: true, Methods: methods{post: l.postPreview}},
		{Path: "/live/code", Control: true, Methods: methods{post: postCode}},
		{Path: "/live/picture", Control: true, Methods: methods{post: l.postPicture}},
		{Path: "/live/effects", Control: true, Methods: methods{get: l.getEffects}},
		{Path: "/live/effects/{kind}/{file}", Control: true, Private: true, Methods: methods{get: l.getEffect}},
		{Path: "/live/look", Methods: rest.Object(put, d, (*dev).Look, wire.PutLook, wire.LookOf)},
		{Path: "/live/quiet", Methods: rest.Object(put, d, (*dev).QuietHours, wire.PutQuiet, wire.QuietOf)},
		{Path: "/live/region", Control: true, Methods: rest.Object(put, d, (*dev).Region, wire.PutRegion, wire.RegionOf)},
		{Path: "/live/night", Control: true, Methods: rest.Object(put, d, (*dev).Night, wire.PutNight, wire.NightOf)},
		{Path: "/live/indicators", Control: true,
			Methods: rest.Object(post, d, (*dev).Indicators, wire.PutIndicators, wire.IndicatorsOf)},
		{Path: "/live/mood", Control: true, Methods: rest.Object(put, d, (*dev).Mood, wire.PutMood, wire.MoodOf)},
		{Path: "/live/playing", Control: true, Methods: rest.Object(put, d, (*dev).Playing, wire.PutPlaying, wire.PlayingOf)},
		{Path: "/live/distance", Control: true,
			Methods: rest.Object(put, d, (*dev).Distance, wire.PutDistance, wire.DistanceOf)},
		{Path: "/live/agents", Control: true, Sends: []string{post}, Methods: methods{post: l.postAgent}},
		{Path: "/live/notifications/{id}", Control: true, Sends: []string{put}, Methods: methods{put: l.putNotification}},
		{Path: "/live/try", Control: true, Methods: methods{post: l.postTry}},
		{Path: "/live/welcome", Private: true, Methods: methods{get: l.getWelcome, put: l.putWelcome}},
		{Path: "/live/test", Methods: methods{post: l.postTestCard}},
		{Path: "/live/light", Control: true, Methods: methods{get: l.getLight, put: putLight(l.cfg)}},
		{Path: "/live/buttons/{name}", Methods: methods{post: l.postButton}},
		{Path: "/live/sounds/{category}/{file}", Control: true, Methods: methods{get: l.getSound}},
	}
}

// LookJSON returns how text and frames are drawn, as GET /live/look answers it.
func (l *Live) LookJSON(ctx context.Context) ([]byte, error) {
	look, err := l.cfg.Device.Look(ctx)
	if err != nil {
		return nil, err
	}
	return wire.Encode(wire.LookOf(look))
}

// inFlight counts the requests in progress, and lets none begin once it is
// drained. The zero value is ready to use; any goroutine may use it.
type inFlight struct {
	mu      sync.Mutex // orders closed and the first of running: none may begin once drain waits
	closed  bool
	running sync.WaitGroup
}

// begin reports whether one more may begin; if so, the caller must call end.
func (f *inFlight) begin() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return false
	}
	f.running.Add(1)
	return true
}

// end marks the end of one that has begun.
func (f *inFlight) end() { f.running.Done() }

// drain waits until all have ended.
func (f *inFlight) drain() {
	f.mu.Lock()
	f.closed = true
	f.mu.Unlock() // not held while waiting: begin has to be able to refuse
	f.running.Wait()
}
