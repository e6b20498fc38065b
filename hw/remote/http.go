// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// retry is when a panel that does not answer is asked again; it may take patience to
// fail.
const retry = 5 * time.Second

// maxAnswer bounds what a panel says.
const maxAnswer = 64 << 10

// client connects to the address that a target was found at, and follows no
// redirection: it could lead back to this machine.
func (t *target) client() *http.Client {
	return &http.Client{
		Timeout:       patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			at, err := t.find(ctx)
			if err != nil {
				return nil, err
			}
			return new(net.Dialer).DialContext(ctx, network, at.String())
		}, MaxConnsPerHost: 1, IdleConnTimeout: time.Minute},
	}
}

// ask sends a body, GET without one, and returns the answer.
func (t *target) ask(ctx context.Context, c *http.Client, path string, body []byte) ([]byte, error) {
	method, sent := http.MethodGet, io.Reader(nil)
	if body != nil {
		method, sent = http.MethodPost, bytes.NewReader(body)
	}
	req, err := http.NewRequestWithContext(ctx, method, "http://"+net.JoinHostPort(t.host, t.port)+path, sent)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.Do(req)
	if err != nil {
		return nil, webfetch.Quiet(err)
	}
	defer resp.Body.Close()
	answer, err := bounded.Read(resp.Body, maxAnswer)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("answers %d", resp.StatusCode)
	}
	return answer, err
}

// overPixoo sends a picture a second: a Pixoo that gets more hangs up after some minutes.
var overPixoo = protocol{
	port: "80", every: time.Second, repeat: time.Minute, again: retry,
	sender: func(to *target) sender { return &pixoo{to: to} },
}

// maxPicID is after how many pictures the numbers begin again: a Pixoo slows down with
// large ones.
const maxPicID = 300

// pixoo sends to one Pixoo 64.
type pixoo struct {
	to   *target
	http *http.Client
	id   int // of the last picture; 0 = the numbers begin again
}

// command sends one command.
func (p *pixoo) command(ctx context.Context, command any) error {
	if p.http == nil {
		p.http = p.to.client()
	}
	body, err := json.Marshal(command)
	if err != nil {
		return err
	}
	answer, err := p.to.ask(ctx, p.http, "/post", body)
	if err != nil {
		return err
	}
	var said struct {
		Code *int `json:"error_code"`
	}
	if err := json.Unmarshal(answer, &said); err != nil || said.Code == nil {
		return errors.New("does not answer as a Pixoo does")
	}
	if *said.Code != 0 {
		return fmt.Errorf("answers error_code %d", *said.Code)
	}
	return nil
}

// there asks for the number of the channel, which changes nothing.
func (p *pixoo) there(ctx context.Context) error {
	return p.command(ctx, map[string]any{"Command": "Channel/GetIndex"})
}

func (p *pixoo) send(ctx context.Context, rgb []byte) error {
	if p.id >= maxPicID {
		p.id = 0
	}
	if p.id == 0 {
		if err := p.command(ctx, map[string]any{"Command": "Draw/ResetHttpGifId"}); err != nil {
			return err
		}
	}
	p.id++
	err := p.command(ctx, struct {
		Command                                      string
		PicNum, PicWidth, PicOffset, PicID, PicSpeed int
		PicData                                      string
	}{"Draw/SendHttpGif", 1, 64, 0, p.id, 1000, base64.StdEncoding.EncodeToString(rgb)})
	if err != nil {
		p.id = 0 // perhaps it has started again
	}
	return err
}

func (p *pixoo) bye(ctx context.Context, black []byte) error { return p.send(ctx, black) }

func (p *pixoo) close() {
	if p.http != nil {
		p.http.CloseIdleConnections()
	}
}

// overAWTRIX sends four pictures a second: each is drawn by a processor with little memory.
var overAWTRIX = protocol{
	port: "80", every: 250 * time.Millisecond, repeat: 30 * time.Second, again: retry,
	sender: func(to *target) sender { return &awtrix{to: to} },
}

// awtrix shows pictures on one clock as a notification that stays.
type awtrix struct {
	to   *target
	http *http.Client
	body []byte
}

func (a *awtrix) ask(ctx context.Context, path string, body []byte) error {
	if a.http == nil {
		a.http = a.to.client()
	}
	_, err := a.to.ask(ctx, a.http, path, body)
	return err
}

func (a *awtrix) there(ctx context.Context) error { return a.ask(ctx, "/api/stats", nil) }

// send draws a bitmap of 32×8 colours, which replaces the one before and stays.
func (a *awtrix) send(ctx context.Context, rgb []byte) error {
	b := append(a.body[:0], `{"hold":true,"stack":false,"wakeup":true,"draw":[{"db":[0,0,32,8,[`...)
	for i := 0; i+2 < len(rgb); i += 3 {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(rgb[i])<<16|int64(rgb[i+1])<<8|int64(rgb[i+2]), 10)
	}
	a.body = append(b, "]]}]}"...)
	return a.ask(ctx, "/api/notify", a.body)
}

// bye lets the clock show its own apps again.
func (a *awtrix) bye(ctx context.Context, _ []byte) error {
	return a.ask(ctx, "/api/notify/dismiss", []byte("{}"))
}

func (a *awtrix) close() {
	if a.http != nil {
		a.http.CloseIdleConnections()
	}
}
