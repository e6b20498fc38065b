// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
)

const httpPort = "80"

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
		return nil, fmt.Errorf("%s: %w", t.host, err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.Do(req)
	if err != nil {
		return nil, err // names the address
	}
	defer resp.Body.Close()
	answer, err := bounded.Read(resp.Body, maxAnswer)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answers %s", t.host, resp.Status)
	}
	return answer, err
}

// pixooPace is a picture a second: a Pixoo that gets more hangs up after some minutes.
var pixooPace = pace{every: time.Second, repeat: time.Minute}

// maxPicID is after how many pictures the numbers begin again: a Pixoo slows down with
// large ones.
const maxPicID = 300

// pixoo sends to one Pixoo 64.
type pixoo struct {
	to   *target
	http *http.Client
	id   int // of the last picture; 0 = the numbers begin again
}

func (p *pixoo) port() string { return httpPort }

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
		return fmt.Errorf("%s does not answer as a Pixoo does", p.to.host)
	}
	if *said.Code != 0 {
		return fmt.Errorf("%s answers error_code %d", p.to.host, *said.Code)
	}
	return nil
}

// hello lets the numbers of pictures begin again.
func (p *pixoo) hello(ctx context.Context) error {
	err := p.command(ctx, map[string]any{"Command": "Draw/ResetHttpGifId"})
	p.id = 0
	return err
}

func (p *pixoo) send(ctx context.Context, rgb []byte) error {
	if p.id >= maxPicID {
		p.id = 0
	}
	if p.id == 0 {
		if err := p.hello(ctx); err != nil {
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

// awtrixPace is four pictures a second: each is drawn by a processor with little memory.
var awtrixPace = pace{every: 250 * time.Millisecond, repeat: 30 * time.Second}

// awtrix shows pictures on one clock as a notification that stays.
type awtrix struct {
	to   *target
	http *http.Client
	body []byte
}

func (a *awtrix) port() string { return httpPort }

func (a *awtrix) ask(ctx context.Context, path string, body []byte) error {
	if a.http == nil {
		a.http = a.to.client()
	}
	_, err := a.to.ask(ctx, a.http, path, body)
	return err
}

func (a *awtrix) hello(ctx context.Context) error { return a.ask(ctx, "/api/stats", nil) }

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
