// SPDX-License-Identifier: Apache-2.0

package tronbyt

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/version"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// The protocol of Tronbyt servers, as their devices speak it
// (https://github.com/tronbyt/server, https://github.com/tronbyt/firmware-esp32).
const (
	dwellHeader      = "Tronbyt-Dwell-Secs"
	brightnessHeader = "Tronbyt-Brightness" // percent

	fullBrightness = 100

	defaultDwell = 15 * time.Second
	maxDwell     = 3600             // seconds
	pingEvery    = 30 * time.Second // a server that is gone is noticed after that
	pingTimeout  = 10 * time.Second
)

// address is the address of a device on a server.
type address struct {
	next string // where pictures are asked for; "" = they are pushed
	push string // where they are pushed
}

// parseAddress parses the URL that the server shows for the device, or that without its end.
func parseAddress(s string) (a address, err error) {
	u, err := url.Parse(s)
	if err != nil {
		return a, webfetch.Quiet(err)
	}
	push := strings.HasSuffix(u.Path, "/ws")
	switch u.Scheme {
	case "ws", "wss":
		push, u.Scheme = true, strings.Replace(u.Scheme, "ws", "http", 1)
	case "http", "https":
	default:
		return a, errors.New("want a URL that begins with http://, https://, ws:// or wss://")
	}
	if u.Host == "" {
		return a, errors.New("the URL has no host")
	}
	path := strings.TrimRight(u.Path, "/")
	path = strings.TrimSuffix(strings.TrimSuffix(path, "/next"), "/ws")
	if push {
		u.Path = path + "/ws"
		return address{push: u.String()}, nil
	}
	u.Path = path + "/next"
	return address{next: u.String()}, nil
}

// link fetches the pictures of one server for one widget.
type link struct {
	web     *webfetch.Client // nil = there is no network
	memory  *budget.Budget   // for its pictures
	address address
	key     string
	size    image.Point
	feeds   *kit.Feeds // learns whether the server can be reached
	widget  string
	gate    *gate
	push    pushed
	show    func(context.Context, brought) error
}

// How much a server that pushes may send: so much at once, and then so much a second.
const (
	mostFrames, framesPerSecond = 30, 5              // messages, pings and pongs
	mostBytes, bytesPerSecond   = maxBytes, 64 << 10 // 1 MiB of empty parts is seconds of work for a Pi Zero
)

// pushed is what comes of a server that pushes, over all its connections.
type pushed struct{ frames, bytes *rate.Limiter }

func newPushed() pushed {
	return pushed{rate.NewLimiter(framesPerSecond, mostFrames), rate.NewLimiter(bytesPerSecond, mostBytes)}
}

// source names the link in the health of the device.
func (l link) source() kit.FeedSource { return kit.FeedSource{App: "tronbyt", Key: l.widget} }

// troubleOf returns the error of which the panel speaks.
func troubleOf(err error) error {
	var status *webfetch.StatusError
	switch {
	case errors.Is(err, errPicture):
		return errPicture
	case errors.As(err, &status), errors.Is(err, webfetch.ErrRefused):
		return err
	}
	return kit.Unreachable
}

// errPicture is returned for data that is not a picture.
var errPicture = kit.Unreadable.Because(errors.New("the picture cannot be read"))

func (l link) header() map[string]string {
	h := map[string]string{"X-Firmware-Version": "ledpost " + version.Number}
	if l.key != "" {
		h["Authorization"] = "Bearer " + l.key
	}
	return h
}

// ask gets one picture and returns how long to show it. It ignores the headers that
// offer firmware and ask for restarts.
func (l link) ask(ctx context.Context) (dwell time.Duration, err error) {
	a, err := l.web.Get(ctx, webfetch.Request{
		URL: l.address.next, Accept: "image/webp", Header: l.header(), Max: maxBytes,
	})
	if err != nil {
		return defaultDwell, err
	}
	defer a.Close()
	seconds, _ := strconv.Atoi(a.Header.Get(dwellHeader)) // 0 = the default
	dwell = dwellOf(seconds)
	w, err := l.picture(ctx, a.Body, percentOf(a.Header.Get(brightnessHeader)), dwell)
	if err != nil {
		return dwell, fmt.Errorf("%w: %w", errPicture, err)
	}
	return dwell, l.show(ctx, brought{picture: w, dwell: dwell})
}

// dwellOf returns that many seconds, within limits.
func dwellOf(seconds int) time.Duration {
	if seconds <= 0 {
		return defaultDwell
	}
	return time.Duration(min(seconds, maxDwell)) * time.Second
}

// percentOf parses a brightness; a missing or invalid one counts as full.
func percentOf(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > fullBrightness {
		return fullBrightness
	}
	return n
}

// message is a message on a WebSocket: a picture, or a control message.
type message struct {
	Dwell      *int `json:"dwell_secs"`
	Brightness *int `json:"brightness"`
	Immediate  bool `json:"immediate"` // show the last picture now
	picture    []byte
}

func tell(ctx context.Context, conn *websocket.Conn, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	return conn.Write(ctx, websocket.MessageText, data)
}
