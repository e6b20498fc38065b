package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/coder/websocket"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
)

const (
	maxScale      = 64
	maxPixels     = 1 << 20 // of a scaled frame: 4 MiB while it is encoded
	pingEvery     = 20 * time.Second
	socketTimeout = 10 * time.Second // for one message to a slow client

	goodbyeTimeout = 300 * time.Millisecond // for the client to answer the last message
)

var errForeign = rest.Refuse(http.StatusForbidden, "Pages of other sites may not open a WebSocket")

// getFrame answers with the picture that the panel shows now.
func (s *Server) getFrame(w http.ResponseWriter, r *http.Request) error {
	scale, err := scaleOf(r, s.cfg.Preview.Bounds().Size())
	if err != nil {
		return err
	}
	return s.writePicture(w, r, func() *image.RGBA { return s.cfg.Preview.picture(scale) })
}

// scaleOf returns the scale in the query for a picture of that size; 1 if there
// is none.
func scaleOf(r *http.Request, size image.Point) (int, error) {
	text := r.URL.Query().Get("scale")
	if text == "" {
		return 1, nil
	}
	most := 1
	for most < maxScale && size.X*size.Y*(most+1)*(most+1) <= maxPixels {
		most++
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		var f wire.Faults
		f.Add("scale", fmt.Sprintf("%s, want 1 to %d", wire.Excerpt([]byte(strconv.Quote(text))), most))
		return 0, f.Err()
	}
	return n, nil
}

// writePicture answers with a PNG, which is made when its turn has come.
func (s *Server) writePicture(w http.ResponseWriter, r *http.Request, draw func() *image.RGBA) error {
	picture, err := s.encodePicture(r, draw)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "no-store")
	_, err = w.Write(picture)
	return err
}

func (s *Server) encodePicture(r *http.Request, draw func() *image.RGBA) ([]byte, error) {
	release, err := s.turn(r)
	if err != nil {
		return nil, err
	}
	defer release()
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, draw()); err != nil {
		return nil, fmt.Errorf("api: %w", err)
	}
	return out.Bytes(), nil
}

// getFrames sends every changed frame. A client that is too slow gets only the
// newest ones.
func (s *Server) getFrames(w http.ResponseWriter, r *http.Request) error {
	return s.socket(w, r, func(ctx context.Context, c *websocket.Conn) error {
		watcher := s.cfg.Preview.watch()
		defer s.cfg.Preview.leave(watcher)
		ping := time.NewTicker(pingEvery)
		defer ping.Stop()
		for {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case m := <-watcher.box:
				if err := send(ctx, c, websocket.MessageBinary, m); err != nil {
					return err
				}
			case <-ping.C:
				if err := answers(ctx, c); err != nil {
					return err
				}
			}
		}
	})
}

// audioFormat is the first message of /live/audio.
type audioFormat struct {
	Rate     int    `json:"rate"`
	Channels int    `json:"channels"`
	Format   string `json:"format"`
}

// getLiveAudio sends what the device plays.
func (s *Server) getLiveAudio(w http.ResponseWriter, r *http.Request) error {
	return s.socket(w, r, func(ctx context.Context, c *websocket.Conn) error {
		l := s.cfg.Speaker.Listen()
		defer l.Close()
		format, err := json.Marshal(audioFormat{l.Rate(), 2, "s16le"})
		if err != nil {
			return err
		}
		if err := send(ctx, c, websocket.MessageText, format); err != nil {
			return err
		}
		for {
			block, err := read(ctx, l)
			switch {
			case errors.Is(err, context.DeadlineExceeded):
				err = answers(ctx, c) // silence: is the client still there?
			case errors.Is(err, io.EOF):
				return nil
			case err == nil:
				err = send(ctx, c, websocket.MessageBinary, block)
			}
			if err != nil {
				return err
			}
		}
	})
}

// read waits for a block, but no longer than a client may go without a check.
func read(ctx context.Context, l interface {
	Read(context.Context) ([]byte, error)
}) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, pingEvery)
	defer cancel()
	return l.Read(ctx)
}

func send(ctx context.Context, c *websocket.Conn, kind websocket.MessageType, m []byte) error {
	ctx, cancel := context.WithTimeout(ctx, socketTimeout)
	defer cancel()
	return c.Write(ctx, kind, m)
}

func answers(ctx context.Context, c *websocket.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, socketTimeout)
	defer cancel()
	return c.Ping(ctx)
}

// socket turns the request into a WebSocket and calls serve to send on it. It
// ends when serve returns, when the client closes it, or with the server.
//
// Of the pages in browsers, only the device's own may open one: browsers make
// no preflight request for a WebSocket, as they do for other requests between
// sites (CORS).
func (s *Server) socket(w http.ResponseWriter, r *http.Request, serve func(context.Context, *websocket.Conn) error) error {
	if r.Header.Get("Sec-WebSocket-Key") == "" {
		w.Header().Set("Upgrade", "websocket")
		return rest.Refuse(http.StatusUpgradeRequired, "A WebSocket is wanted here")
	}
	if keys.Foreign(r) {
		return errForeign
	}
	key := s.keys.Of(r)
	if key == nil { // it was replaced since it was checked
		return keys.ErrNoKey
	}
	if !s.sockets.begin() {
		return device.ErrStopped
	}
	defer s.sockets.end()
	answer := &rest.Filter{ResponseWriter: w}
	c, err := websocket.Accept(answer, r, &websocket.AcceptOptions{
		Subprotocols:       []string{keys.Protocol},
		InsecureSkipVerify: true, // the Origin was checked above
	})
	if err != nil {
		s.log.Debug("no WebSocket", "path", r.URL.Path, "err", err)
		return rest.Refuse(answer.Status, err.Error())
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(s.closing, cancel)()
	go func() { // ends with the socket
		select {
		case <-key.Replaced():
			cancel()
		case <-ctx.Done():
		}
	}()
	reading, stop := context.WithCancel(context.Background())
	defer drain(reading, c, cancel)()
	defer stop()
	err = serve(ctx, c)
	if s.closing.Err() != nil {
		defer time.AfterFunc(goodbyeTimeout, stop).Stop()
		c.Close(websocket.StatusGoingAway, "the device is shutting down")
		return nil
	}
	s.log.Debug("a WebSocket has ended", "path", r.URL.Path, "err", err)
	return nil
}

// drain discards what the client sends, until ctx ends, and calls gone once the
// client has closed the connection. The function that it returns waits for its
// end. (websocket.Conn.CloseRead is not used: it waits for 15 s when a client
// sends something.)
func drain(ctx context.Context, c *websocket.Conn, gone func()) (wait func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer gone()
		for {
			_, m, err := c.Reader(ctx)
			if err == nil {
				_, err = io.Copy(io.Discard, m)
			}
			if err != nil {
				return
			}
		}
	}()
	return func() { c.CloseNow(); <-done }
}
