// SPDX-License-Identifier: Apache-2.0

package tronbyt

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/ledpost/ledpost/internal/pace"
	"github.com/ledpost/ledpost/internal/version"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// run polls, or listens, until ctx ends: in the turns of its widget alone, since nobody sees what
// comes between them.
func (l link) run(ctx context.Context) {
	if l.web == nil {
		return
	}
	polls := webfetch.Pace{}
	defer l.feeds.Forget(l.source())
	for turn := l.gate.pause(ctx, 0, 0); ctx.Err() == nil; {
		err := l.turn(ctx, &polls)
		l.feeds.Told(ctx, l.source(), err)
		if err != nil && ctx.Err() == nil {
			err = errors.Join(err, l.show(ctx, brought{trouble: troubleOf(err)}))
		}
		turn = l.gate.pause(ctx, polls.Next(err), turn)
	}
}

// turn gets one picture of a server that is asked, or all that another one pushes until the
// connection or the turn of the widget ends.
func (l link) turn(ctx context.Context, polls *webfetch.Pace) (err error) {
	if l.address.push == "" {
		polls.Every, err = l.ask(ctx)
		return err
	}
	polls.Every = time.Second // a server that restarts will be back in a moment
	seen, stop := l.gate.while(ctx)
	defer stop()
	began := time.Now()
	err = l.listen(seen)
	if seen.Err() != nil {
		return nil
	}
	if time.Since(began) > time.Minute {
		polls.Next(nil) // it worked: the next failure counts as the first again
	}
	return err
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
	var mac string
	dialling = httptrace.WithClientTrace(dialling, &httptrace.ClientTrace{
		GotConn: func(c httptrace.GotConnInfo) { mac = macOf(c.Conn.LocalAddr(), links()) },
	})
	conn, resp, err := l.dial(ctx, dialling, head)
	if err != nil {
		if resp != nil && resp.StatusCode != http.StatusSwitchingProtocols && resp.StatusCode != http.StatusOK {
			return &webfetch.StatusError{Code: resp.StatusCode}
		}
		return webfetch.Quiet(err) // which quotes the address
	}
	defer conn.CloseNow()
	l.feeds.Told(ctx, l.source(), nil)
	conn.SetReadLimit(maxBytes)
	return l.talk(ctx, conn, mac)
}

// clientInfo is what a device tells of itself when it connects.
type clientInfo struct {
	Version  string `json:"firmware_version"`
	Type     string `json:"firmware_type"`
	Protocol int    `json:"protocol_version"`
	MAC      string `json:"mac,omitempty"` // of the interface that leads to the server
}

// talk is the second half of listen, once there is a connection.
func (l link) talk(ctx context.Context, conn *websocket.Conn, mac string) error {
	ctx, cancel := context.WithCancelCause(ctx)
	messages := make(chan message)
	var both sync.WaitGroup
	both.Go(func() { cancel(l.read(ctx, conn, messages)) })
	both.Go(func() { cancel(alive(ctx, conn)) })
	defer func() {
		cancel(nil)
		conn.CloseNow()
		both.Wait()
	}()
	if err := tell(ctx, conn, map[string]any{"client_info": clientInfo{version.Number, "ledpost", 1, mac}}); err != nil {
		return err
	}
	p := playlist{link: l, conn: conn, percent: fullBrightness, dwell: defaultDwell}
	var work pace.Labour
	next, rested := (<-chan message)(messages), (<-chan time.Time)(nil) // one of the two is nil
	for {
		var err error
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-rested:
			next, rested = messages, nil
		case m := <-next:
			began := time.Now()
			err = p.take(ctx, m)
			if rest := work.Rest(time.Now(), time.Since(began)); rest > 0 {
				next, rested = nil, time.After(rest)
			}
		case <-p.due():
			err = p.play(ctx)
		}
		if err != nil {
			return err
		}
	}
}

// alive asks the server again and again whether it is there, until it does not answer or ctx ends. The
// answer comes behind the messages that are on their way: somebody has to take them meanwhile.
func alive(ctx context.Context, conn *websocket.Conn) error {
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ping.C:
		}
		pinging, stop := context.WithTimeout(ctx, pingTimeout)
		err := conn.Ping(pinging)
		stop()
		if err != nil {
			return err
		}
	}
}

// read passes messages on until the connection ends. Messages that are not JSON or are
// unknown are ignored. Each takes its memory until it is passed on.
func (l link) read(ctx context.Context, conn *websocket.Conn, to chan<- message) error {
	share := l.memory.Hold()
	defer share.Release()
	for ; ; share.Release() {
		kind, text, err := conn.Reader(ctx)
		if err == nil {
			err = l.push.frames.Wait(ctx)
		}
		if err != nil {
			return err
		}
		data, err := io.ReadAll(share.Reader(text, 1))
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
