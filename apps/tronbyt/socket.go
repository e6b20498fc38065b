// SPDX-License-Identifier: Apache-2.0

package tronbyt

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"github.com/ledpost/ledpost/icons/webp"
	"github.com/ledpost/ledpost/internal/version"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// run polls, or listens, until ctx ends.
func (l link) run(ctx context.Context) {
	if l.web == nil {
		return
	}
	pace := webfetch.Pace{Every: defaultDwell}
	defer l.feeds.Forget(l.source())
	turn := 0
	if l.address.push == "" { // what nobody sees is not asked for; a server that pushes decides itself
		turn = l.gate.pause(ctx, 0, turn)
	}
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
		if pause := pace.Next(err); l.address.push == "" {
			turn = l.gate.pause(ctx, pause, turn)
		} else {
			wait(ctx, pause)
		}
	}
}

// wait waits for d or until ctx ends.
func wait(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
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
