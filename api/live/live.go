// Package live serves what the original does not have: everything under /live that
// shows, prepares or changes what the device does. [Live] is the part that every
// device has; its methods return rooms of their own for what only some have, such as
// a panel to watch or an updater.
package live

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/rate"
)

// Config is what Live needs. Device, Keys and Log are required.
type Config struct {
	Device *device.Device
	Keys   *keys.Guard
	Coming func(icons.Ref) bool // whether an icon is still being fetched, which this also orders; nil = none is
	Title  func() string        // of the sound that plays; nil = it has none
	Log    *slog.Logger
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

// Endpoints returns what every device has.
func (l *Live) Endpoints() []rest.Endpoint {
	const get, put, post, del = http.MethodGet, http.MethodPut, http.MethodPost, http.MethodDelete
	type methods = rest.Methods
	return []rest.Endpoint{
		{Path: "/live/apps", Control: true, Methods: methods{get: l.getLiveApps, put: l.putLiveApps, post: l.postLiveApp}},
		{Path: "/live/apps/catalogue", Control: true, Methods: methods{get: l.getCatalogue}},
		{Path: "/live/apps/catalogue/{package}/{setting}/{file}", Control: true, Methods: methods{get: l.getPose}},
		{Path: "/live/apps/{widget}", Control: true, Methods: methods{get: l.getWidgetPicture, del: l.deleteLiveApp}},
		{Path: "/live/schedule", Control: true, Methods: methods{get: l.getSchedule, put: l.putSchedule}},
		{Path: "/live/status", Control: true, Methods: methods{get: l.getStatus}},
		{Path: "/live/watch", Control: true, Methods: methods{get: l.getWatch}},
		{Path: "/live/preview", Control: true, Sends: []string{post}, Methods: methods{post: l.postPreview}},
		{Path: "/live/picture", Control: true, Methods: methods{post: l.postPicture}},
		{Path: "/live/effects", Control: true, Methods: methods{get: l.getEffects}},
		{Path: "/live/effects/{kind}/{file}", Control: true, Methods: methods{get: l.getEffect}},
		{Path: "/live/look", Methods: methods{get: l.getLook, put: l.putLook}},
		{Path: "/live/quiet", Methods: methods{get: l.getQuiet, put: l.putQuiet}},
		{Path: "/live/indicators", Control: true, Methods: methods{get: l.getIndicators, post: l.postIndicators}},
		{Path: "/live/mood", Control: true, Methods: methods{get: l.getMood, put: l.putMood}},
		{Path: "/live/test", Methods: methods{post: l.postTestCard}},
		{Path: "/live/light", Control: true, Methods: methods{get: l.getLight}},
		{Path: "/live/buttons/{name}", Methods: methods{post: l.postButton}},
		{Path: "/live/sounds/{category}/{file}", Control: true, Methods: methods{get: l.getSound}},
	}
}

// turn waits for a free place among the heavy answers; release gives it back.
// Such an answer is made completely before it is sent, so a client that does
// not read holds no place. The error is that of the request, whose client has
// gone.
func (l *Live) turn(r *http.Request) (release func(), err error) {
	select {
	case l.heavy <- struct{}{}:
		return func() { <-l.heavy }, nil
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}
