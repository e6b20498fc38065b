package hil

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/hw"
)

// At returns a device that runs elsewhere: this program's, the original, or another
// with that API. Nothing is changed there but what the test asks for. Its pictures are
// those that its page gets (/live/frames), which the original does not have: read those
// with [Capture] or [Photo].
func At(t T, url, key string) *Device {
	t.Helper()
	d := &Device{t: t, client: newClient(), cfg: config.Default(), url: strings.TrimSuffix(url, "/"), key: key}
	f := &frames{device: d}
	d.source = f
	t.Cleanup(func() {
		f.close()
		d.client.CloseIdleConnections()
	})
	return d
}

// frames are the pictures that a device sends to its page.
type frames struct {
	device *Device
	cancel context.CancelFunc // of the connection; nil = there is none
	ended  chan struct{}

	mu   sync.Mutex
	err  error
	seen []glimpse // since the mark
	now  time.Time // of the mark
}

// screen implements source.
func (f *frames) screen() (size image.Point, kind hw.Kind, err error) {
	text, err := f.device.client.ask("GET", f.device.URL()+"/api/v2/device/display", f.device.Key(), "")
	if err != nil {
		return size, kind, err
	}
	var display struct {
		Width, Height int
		Type          string
	}
	if err := json.Unmarshal(text, &display); err != nil {
		return size, kind, fmt.Errorf("the display of the device: %w", err)
	}
	if display.Width < 1 || display.Height < 1 || display.Width > 1024 || display.Height > 1024 {
		return size, kind, fmt.Errorf("the display of the device has %d×%d pixels", display.Width, display.Height)
	}
	return image.Pt(display.Width, display.Height), hw.Kind(display.Type), nil
}

// mark implements source. A device without frames can still be sent notifications.
func (f *frames) mark() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen, f.now = nil, time.Now()
	if f.cancel == nil {
		f.connect()
	}
	return nil
}

// connect opens the stream of frames. f.mu must be held.
func (f *frames) connect() {
	ctx, cancel := context.WithCancel(context.Background())
	f.cancel, f.ended = cancel, make(chan struct{})
	dial, done := context.WithTimeout(ctx, callTime)
	defer done()
	c, resp, err := websocket.Dial(dial, f.device.URL()+"/live/frames", &websocket.DialOptions{
		HTTPHeader: http.Header{"Authorization": {"Basic " + base64.StdEncoding.EncodeToString([]byte("dev:"+f.device.Key()))}},
		HTTPClient: &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true}},
	})
	if err != nil {
		if f.err = fmt.Errorf("the device's frames: %w", err); resp != nil && resp.StatusCode == http.StatusNotFound {
			f.err = errors.New("the device has no /live/frames: read its pictures with Capture")
		}
		close(f.ended)
		return
	}
	c.SetReadLimit(maxAnswer)
	go f.read(ctx, c)
}

// read keeps the frames until the connection ends.
func (f *frames) read(ctx context.Context, c *websocket.Conn) {
	defer close(f.ended)
	defer c.CloseNow()
	for {
		_, message, err := c.Read(ctx)
		var m *image.RGBA
		if err == nil {
			m, err = parseFrame(message)
		}
		f.mu.Lock()
		if err != nil {
			f.err = fmt.Errorf("the device's frames: %w", err)
			f.mu.Unlock()
			return
		}
		if f.seen = append(f.seen, glimpse{time.Since(f.now), m}); len(f.seen) > maxGlimpses {
			f.seen = slices.Delete(f.seen, 0, 1)
		}
		f.mu.Unlock()
	}
}

// parseFrame reads a message of /live/frames: width and height, 16 bits each, the low
// byte first, then red, green and blue of each pixel.
func parseFrame(message []byte) (*image.RGBA, error) {
	if len(message) < 4 {
		return nil, fmt.Errorf("a frame of %d bytes", len(message))
	}
	w, h := int(binary.LittleEndian.Uint16(message)), int(binary.LittleEndian.Uint16(message[2:]))
	if len(message) != 4+3*w*h {
		return nil, fmt.Errorf("a frame of %d×%d pixels in %d bytes", w, h, len(message))
	}
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		copy(m.Pix[4*i:], message[4+3*i:7+3*i])
		m.Pix[4*i+3] = 0xff
	}
	return m, nil
}

// close implements source.
func (f *frames) close() {
	f.mu.Lock()
	cancel, ended := f.cancel, f.ended
	f.mu.Unlock()
	if cancel != nil {
		cancel()
		<-ended
	}
}

// look implements source.
func (f *frames) look(want *image.RGBA) (eye, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.cancel == nil {
		f.now = time.Now()
		f.connect()
	}
	return &frameEye{frames: f, want: want}, nil
}

// frameEye watches the frames.
type frameEye struct {
	frames *frames
	want   *image.RGBA
	best   hw.Closest
}

// watch implements eye.
func (e *frameEye) watch() (bool, error) {
	e.frames.mu.Lock()
	seen, err := slices.Clone(e.frames.seen), e.frames.err
	e.frames.mu.Unlock()
	e.best = hw.Closest{}
	for _, g := range seen {
		if g.picture.Bounds().Size() == e.want.Rect.Size() && e.best.Add(g.at, g.picture, e.want) {
			return true, nil
		}
	}
	return false, err
}

// closest implements eye.
func (e *frameEye) closest() (d *hw.Difference, got, want image.Image) {
	return e.best.Difference, e.best.Picture, e.want
}
