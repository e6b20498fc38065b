// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/render"
)

// frames are the pictures that a device sends to its page.
type frames struct {
	device *Device
	marked bool
	cancel context.CancelFunc // of the connection; nil = there was none yet
	ended  chan struct{}      // closed when the connection has ended
	tried  time.Time          // when it was opened

	mu   sync.Mutex
	err  error     // why the last connection has ended; nil = it goes on
	seen []glimpse // since the mark, of maxSeen bytes at most
	size int       // bytes of their pictures
	now  time.Time // of the mark
}

// errNoFrames is of a device without /live/frames.
var errNoFrames = errors.New("the device has no /live/frames: read its pictures with Capture or Photo")

// redial is how long a connection that has ended is left alone.
const redial = 200 * time.Millisecond

// mark implements source. A device without frames can still be sent notifications.
func (f *frames) mark() error {
	f.marked = true
	f.forget()
	f.connect()
	return nil
}

// forget says that what comes from now on counts.
func (f *frames) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen, f.size, f.now = nil, 0, time.Now()
}

// connect opens the stream of frames, again if it has ended: the device may have
// restarted.
func (f *frames) connect() {
	if f.cancel != nil {
		select {
		case <-f.ended:
			f.cancel()
		default:
			return
		}
		if time.Since(f.tried) < redial {
			return
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	f.cancel, f.ended, f.tried = cancel, make(chan struct{}), time.Now()
	c, err := f.dial(ctx)
	f.mu.Lock()
	f.err = err
	f.mu.Unlock()
	if err != nil {
		close(f.ended)
		return
	}
	go f.read(ctx, c, f.ended)
}

// dial opens the stream of frames, which lasts until ctx ends.
func (f *frames) dial(ctx context.Context) (*websocket.Conn, error) {
	ctx, done := context.WithTimeout(ctx, callTime)
	defer done()
	c, resp, err := websocket.Dial(ctx, f.device.URL()+"/live/frames", &websocket.DialOptions{
		HTTPHeader: http.Header{
			"Authorization": {"Basic " + base64.StdEncoding.EncodeToString([]byte("dev:"+f.device.Key()))}},
		HTTPClient: &http.Client{
			Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true}},
	})
	switch {
	case err != nil && resp != nil && resp.StatusCode == http.StatusNotFound:
		return nil, errNoFrames
	case err != nil:
		return nil, fmt.Errorf("the device's frames: %w", err)
	}
	c.SetReadLimit(maxAnswer)
	return c, nil
}

// read keeps the frames until the connection ends.
func (f *frames) read(ctx context.Context, c *websocket.Conn, ended chan<- struct{}) {
	defer close(ended)
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
		f.keep(m)
		f.mu.Unlock()
	}
}

// maxSeen bounds the pictures that are kept: about as many of a panel of 128×64 as
// maxGlimpses. A device says itself how large its pictures are.
const maxSeen = 64 << 20

// keep keeps a picture in place of the oldest ones. f.mu is held.
func (f *frames) keep(m *image.RGBA) {
	f.seen, f.size = append(f.seen, glimpse{time.Since(f.now), m}), f.size+len(m.Pix)
	for len(f.seen) > maxGlimpses || f.size > maxSeen {
		f.size -= len(f.seen[0].picture.(*image.RGBA).Pix)
		f.seen = slices.Delete(f.seen, 0, 1)
	}
}

// parseFrame reads a message of /live/frames: width and height, 16 bits each, the low
// byte first, then red, green and blue of each pixel.
func parseFrame(message []byte) (*image.RGBA, error) {
	if len(message) < 4 {
		return nil, fmt.Errorf("a frame of %d bytes", len(message))
	}
	w, h := int(binary.LittleEndian.Uint16(message)), int(binary.LittleEndian.Uint16(message[2:]))
	if int64(len(message)) != 4+3*int64(w)*int64(h) {
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
	if f.cancel != nil {
		f.cancel()
		<-f.ended
	}
}

// look implements source.
func (f *frames) look(want *image.RGBA, brightness float64) (eye, error) {
	if !f.marked {
		f.forget()
		f.close() // a new connection begins with what stands now
		f.tried = time.Time{}
	}
	f.connect()
	render.Dim(want, brightness)
	return &frameEye{frames: f, want: want}, nil
}

// frameEye watches the frames.
type frameEye struct {
	frames *frames
	want   *image.RGBA
	best   hw.Closest
}

// watch implements eye. A connection that has ended is opened again.
func (e *frameEye) watch() (bool, error) {
	e.frames.connect()
	e.frames.mu.Lock()
	seen, err := slices.Clone(e.frames.seen), e.frames.err
	e.frames.mu.Unlock()
	e.best = hw.Closest{}
	for _, g := range seen {
		if g.picture.Bounds().Size() == e.want.Rect.Size() && e.best.Add(g.at, g.picture, e.want) {
			return true, nil
		}
	}
	if errors.Is(err, errNoFrames) {
		return false, err
	}
	return false, nil
}

// why implements eye.
func (e *frameEye) why() string {
	e.frames.mu.Lock()
	defer e.frames.mu.Unlock()
	if e.frames.err == nil {
		return ""
	}
	return ": " + e.frames.err.Error()
}

// closest implements eye.
func (e *frameEye) closest() (d *hw.Difference, got, want image.Image) {
	return e.best.Difference, e.best.Picture, e.want
}
