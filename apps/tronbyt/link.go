package tronbyt

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/coder/websocket"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/icons/webp"
	"github.com/ledpost/ledpost/internal/srgb"
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
	maxPicture   = 4 << 20          // pixels of all frames on the panel: 16 MiB
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
	address address
	key     string
	size    image.Point
	feeds   *kit.Feeds // learns whether the server can be reached
	widget  string
	show    func(context.Context, brought) error
}

// run polls, or listens, until ctx ends.
func (l link) run(ctx context.Context) {
	if l.web == nil {
		return
	}
	pace := webfetch.Pace{Every: defaultDwell}
	defer l.feeds.Forget(l.source())
	for ctx.Err() == nil {
		var err error
		if l.address.push != "" {
			pace.Every = time.Second // a server that restarts will be back in a moment
			began := time.Now()
			if err = l.listen(ctx); time.Since(began) > time.Minute {
				pace.Next(nil) // it worked: the next failure counts as the first again
			}
		} else {
			pace.Every, err = l.ask(ctx)
		}
		l.feeds.Told(ctx, l.source(), err)
		if err != nil && ctx.Err() == nil {
			err = errors.Join(err, l.show(ctx, brought{trouble: whyNoPicture(err)}))
		}
		select {
		case <-time.After(pace.Next(err)):
		case <-ctx.Done():
		}
	}
}

// source names the link in the health of the device.
func (l link) source() kit.FeedSource { return kit.FeedSource{App: "tronbyt", Key: l.widget} }

// whyNoPicture describes err for the panel.
func whyNoPicture(err error) string {
	var status *webfetch.StatusError
	switch {
	case errors.Is(err, errPicture):
		return errPicture.Error()
	case errors.As(err, &status), errors.Is(err, webfetch.ErrRefused):
		return err.Error()
	}
	return "the server cannot be reached"
}

// errPicture is returned for data that is not a picture.
var errPicture = errors.New("the picture cannot be read")

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
	a, err := l.web.Get(ctx, webfetch.Request{URL: l.address.next, Accept: "image/webp", Header: l.header(), Max: webp.MaxBytes})
	if err != nil {
		return defaultDwell, err
	}
	seconds, _ := strconv.Atoi(a.Header.Get(dwellHeader)) // 0 = the default
	dwell = dwellOf(seconds)
	w, err := pictureOf(a.Body, l.size, percentOf(a.Header.Get(brightnessHeader)))
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

// decodePicture decodes WebP and, for other servers, PNG and GIF.
func decodePicture(data []byte) (*icons.Icon, error) {
	if bytes.HasPrefix(data, []byte("RIFF")) {
		return webp.Decode(data)
	}
	return icons.Decode(data)
}

// dim scales the brightness of m to percent.
func dim(m *image.RGBA, percent int) {
	if percent >= fullBrightness {
		return
	}
	var table [256]uint8
	for i := range table {
		table[i] = uint8(255*srgb.Value(srgb.Light(float64(i)/255)*float64(percent)/fullBrightness) + 0.5)
	}
	for i := range m.Pix {
		if i%4 != 3 {
			m.Pix[i] = table[m.Pix[i]]
		}
	}
}

// message is a message on a WebSocket: a picture, or a control message.
type message struct {
	Dwell      *int `json:"dwell_secs"`
	Brightness *int `json:"brightness"`
	Immediate  bool `json:"immediate"` // show the last picture now
	picture    []byte
}

// listen shows what the server pushes, until the connection ends. The server sends
// each picture ahead of its time: it waits as the next one, and is acknowledged when
// it arrives and again when it shows.
func (l link) listen(ctx context.Context) error {
	head := http.Header{}
	for name, value := range l.header() {
		head.Set(name, value)
	}
	dialling, cancel := context.WithTimeout(ctx, webfetch.AnswerTimeout)
	defer cancel()
	conn, resp, err := websocket.Dial(dialling, l.address.push, &websocket.DialOptions{HTTPClient: l.web.HTTP(), HTTPHeader: head})
	if err != nil {
		if resp != nil && resp.StatusCode != http.StatusSwitchingProtocols && resp.StatusCode != http.StatusOK {
			return &webfetch.StatusError{Code: resp.StatusCode}
		}
		return webfetch.Quiet(err) // which quotes the address
	}
	defer conn.CloseNow()
	l.feeds.Told(ctx, l.source(), nil)
	conn.SetReadLimit(webp.MaxBytes)
	return l.talk(ctx, conn)
}

// talk is the second half of listen, once there is a connection.
func (l link) talk(ctx context.Context, conn *websocket.Conn) error {
	ctx, cancel := context.WithCancelCause(ctx)
	messages, done := make(chan message), make(chan struct{})
	go func() {
		defer close(done)
		cancel(read(ctx, conn, messages))
	}()
	defer func() {
		cancel(nil)
		conn.CloseNow()
		<-done
	}()
	if err := tell(ctx, conn, map[string]any{"client_info": map[string]any{
		"firmware_version": version.Number, "firmware_type": "ledpost", "protocol_version": 1,
	}}); err != nil {
		return err
	}
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	p := playlist{link: l, conn: conn, percent: fullBrightness, dwell: defaultDwell}
	for {
		var err error
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case m := <-messages:
			err = p.take(ctx, m)
		case <-p.due():
			err = p.play(ctx)
		case <-ping.C:
			pinging, stop := context.WithTimeout(ctx, pingTimeout)
			err = conn.Ping(pinging)
			stop()
		}
		if err != nil {
			return err
		}
	}
}

// read passes messages on until the connection ends. Messages that are not JSON or are
// unknown are ignored.
func read(ctx context.Context, conn *websocket.Conn, to chan<- message) error {
	for {
		kind, data, err := conn.Read(ctx)
		if err != nil {
			return err
		}
		m := message{picture: data}
		if kind == websocket.MessageText {
			m = message{}
			if json.Unmarshal(data, &m) != nil {
				continue
			}
		}
		select {
		case to <- m:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
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
