// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync"

	pixlet "github.com/tronbyt/pixlet/runtime"

	"github.com/ledpost/ledpost/internal/applet"
)

// client returns what every request of an app goes through: the device.
func client(in io.Reader, out io.Writer) *http.Client {
	return &http.Client{
		Transport:     &pipe{in: in, out: out},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// pipe sends requests to the device, one after the other.
type pipe struct {
	mu  sync.Mutex
	in  io.Reader
	out io.Writer
}

// RoundTrip implements http.RoundTripper.
func (p *pipe) RoundTrip(r *http.Request) (*http.Response, error) {
	f := applet.Fetch{Method: r.Method, URL: r.URL.String(), Header: r.Header.Clone()}
	f.TTL, _ = strconv.Atoi(r.Header.Get(pixlet.TTLHeader))
	delete(f.Header, http.CanonicalHeaderKey(pixlet.TTLHeader))
	delete(f.Header, "X-Tidbyt-App")
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		r.Body.Close()
	}
	a, got, err := p.ask(f, body)
	if err != nil {
		return nil, err
	}
	if a.Error != "" {
		return nil, errors.New(a.Error)
	}
	return &http.Response{
		Status: strconv.Itoa(a.Status) + " " + http.StatusText(a.Status), StatusCode: a.Status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: a.Header, Body: io.NopCloser(bytes.NewReader(got)), ContentLength: int64(len(got)),
	}, nil
}

func (p *pipe) ask(f applet.Fetch, body []byte) (a applet.Answer, got []byte, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := applet.Write(p.out, applet.KindFetch, f, body); err != nil {
		return a, nil, err
	}
	m, err := applet.Read(p.in, applet.KindAnswer)
	if err != nil {
		return a, nil, err
	}
	return a, m.Body, m.Decode(&a)
}
