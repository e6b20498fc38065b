// SPDX-License-Identifier: Apache-2.0

package conform

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// pictures are 64×32: half red or green, half black. The animation has one of each, for 500 ms, and
// plays once by its file. They were made by cwebp and img2webp of libwebp.
var pictures = map[string]string{
	"lossy": "UklGRlQAAABXRUJQVlA4IEgAAACQAwCdASpAACAAPtFcpk2oJSOiLAgBABoJYwDNdoAAYY8OBZRAAP7rNv/oTY9qK//0JP/ibP+J" +
		"s+DmnP/5SL6L/9/hLsAAAAA=",
	"lossless": "UklGRiYAAABXRUJQVlA4TBkAAAAvP8AHAA8Q8x/zHwaxYDJ/6RB6I/ofVfANAA==",
	"animated": "UklGRpgAAABXRUJQVlA4WAoAAAACAAAAPwAAHwAAQU5JTQYAAAD/////AQBBTk1GMgAAAAAAAAAAAD8AAB8AAPQBAAJWUDhM" +
		"GQAAAC8/wAcADxDzH/MfBrFgMn/pEHoj+h9V8A0AQU5NRjIAAAAAAAAAAAA/AAAfAAD0AQAAVlA4TBkAAAAvP8AHAA8w/xHz" +
		"HwaxYDJ/6RB6I/ofUPUNAA==",
	"broken": "bm8gcGljdHVyZQ==",
}

// maxCall bounds a message of a client, in bytes.
const maxCall = 64 << 10

// server is a Tronbyt server with one device, which does what a run wants.
type server struct {
	path  string // of the device
	key   string
	begun time.Time
	ctx   context.Context // ends with the run

	calls   chan call
	answers chan string // to the request that waits

	mu      sync.Mutex
	conn    *websocket.Conn // nil = none
	refusal int             // status for the next connection; 0 = it is taken
}

// serve lets a client come to a configuration's URL until end is called.
func serve(c Config) (s *server, end func(), err error) {
	at, err := url.Parse(c.URL)
	if err != nil {
		return nil, nil, err
	}
	l := c.Listener
	if l == nil {
		if l, err = net.Listen("tcp", net.JoinHostPort("", cmp.Or(at.Port(), "80"))); err != nil {
			return nil, nil, err
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	s = &server{path: strings.TrimSuffix(at.Path, "/"), key: c.Key, begun: time.Now(), ctx: ctx,
		calls: make(chan call, 64), answers: make(chan string)}
	web := &http.Server{Handler: s, ReadHeaderTimeout: callTime}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = web.Serve(l) // ends with Close
	}()
	return s, func() {
		cancel()
		s.drop()
		_ = web.Close()
		<-ended
	}, nil
}

// ServeHTTP implements [http.Handler].
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	bearer, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	key := cmp.Or(r.URL.Query().Get("key"), bearer)
	c := call{Text: r.Header.Get("X-Firmware-Version")}
	switch {
	case s.key != "" && key == s.key:
		c.Key = "right"
	case s.key != "":
		c.Key = "wrong"
	}
	switch {
	case r.URL.Path == s.path+"/next" && r.Method == http.MethodGet:
		c.What = polls
		s.tell(c)
		select {
		case answer := <-s.answers:
			reply(w, answer)
		case <-r.Context().Done():
		case <-s.ctx.Done():
		}
	case r.URL.Path == s.path+"/ws":
		s.socket(w, r, c)
	default:
		http.NotFound(w, r)
	}
}

// reply answers a request as a line of a statement has it.
func reply(w http.ResponseWriter, line string) {
	status, picture := http.StatusOK, ""
	for word := range strings.FieldsSeq(line) {
		switch key, value, _ := strings.Cut(word, "="); key {
		case "status":
			status, _ = strconv.Atoi(value)
		case "dwell":
			w.Header().Set("Tronbyt-Dwell-Secs", value)
		case "brightness":
			w.Header().Set("Tronbyt-Brightness", value)
		default:
			picture = word
		}
	}
	if status == 0 {
		panic(http.ErrAbortHandler)
	}
	w.Header().Set("Content-Type", "image/webp")
	w.WriteHeader(status)
	raw, _ := base64.StdEncoding.DecodeString(pictures[picture])
	_, _ = w.Write(raw)
}

// socket serves a WebSocket until it ends. A client has one: the last.
func (s *server) socket(w http.ResponseWriter, r *http.Request, c call) {
	s.mu.Lock()
	refusal := s.refusal
	s.refusal = 0
	s.mu.Unlock()
	if c.What = listens; refusal != 0 {
		c.What = "refused"
		w.WriteHeader(refusal)
		s.tell(c)
		return
	}
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true}) // devices have no origin
	if err != nil {
		return // it has been answered
	}
	defer conn.CloseNow()
	conn.SetReadLimit(maxCall)
	s.mu.Lock()
	old := s.conn
	s.conn = conn
	s.mu.Unlock()
	if old != nil {
		old.CloseNow()
	}
	s.tell(c)
	for {
		_, text, err := conn.Read(s.ctx)
		if err != nil {
			s.mu.Lock()
			own := s.conn == conn // it has not been dropped
			if own {
				s.conn = nil
			}
			s.mu.Unlock()
			if own {
				s.tell(call{What: "leaves"})
			}
			return
		}
		s.tell(call{What: "says", Text: string(text)})
	}
}

// tell passes a call on.
func (s *server) tell(c call) {
	c.After = time.Since(s.begun)
	select {
	case s.calls <- c:
	case <-s.ctx.Done():
	}
}

// next implements stage.
func (s *server) next(ctx context.Context, at string, most time.Duration) (c call, err error) {
	over := time.NewTimer(most)
	defer over.Stop()
	select {
	case c = <-s.calls:
	case <-over.C:
		c.After = time.Since(s.begun)
	case <-ctx.Done():
		return c, ctx.Err()
	}
	c.At = at
	return c, nil
}

// drop ends the connection, if there is one.
func (s *server) drop() {
	s.mu.Lock()
	conn := s.conn
	s.conn = nil
	s.mu.Unlock()
	if conn != nil {
		conn.CloseNow()
	}
}

// do implements stage. What a client that has gone does not take is seen by what it does next.
func (s *server) do(ctx context.Context, act, rest string) error {
	ctx, done := context.WithTimeout(ctx, callTime)
	defer done()
	s.mu.Lock()
	conn := s.conn
	s.mu.Unlock()
	switch act {
	case "answer":
		select {
		case s.answers <- rest:
			return nil
		case <-ctx.Done():
			return errors.New("it does not wait for the answer")
		}
	case "drop":
		s.drop()
		return nil
	case "refuse":
		s.mu.Lock()
		defer s.mu.Unlock()
		s.refusal, _ = strconv.Atoi(rest)
		return nil
	}
	if conn == nil {
		return nil
	}
	switch act {
	case "say":
		_ = conn.Write(ctx, websocket.MessageText, []byte(rest))
	case "send":
		raw, err := base64.StdEncoding.DecodeString(pictures[rest])
		if err != nil || len(raw) == 0 {
			return fmt.Errorf("there is no picture %q", rest)
		}
		_ = conn.Write(ctx, websocket.MessageBinary, raw)
	case "ping":
		if conn.Ping(ctx) == nil {
			s.tell(call{What: "pong"})
		}
	default:
		return fmt.Errorf("a server does not %s", act)
	}
	return nil
}
