// SPDX-License-Identifier: Apache-2.0

package conform

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
)

// placeURL stands in an archive for the address of the device.
const placeURL = "http://device.example:8080"

// These bound an archive that is read: its bytes and its answers.
const (
	maxArchive = 8 << 20
	maxAnswers = 10_000 // of which each costs more than the few bytes that it may be
)

// An Archive is what a device answered in a run that [Record] made it for. Of what names a person, a
// place, a network, a key or a device it keeps pseudonyms. What goes beyond half of the largest archive is
// left out. Any goroutine may use it.
type Archive struct {
	next    http.RoundTripper // sends the requests
	profile string

	mu       sync.Mutex
	redactor redactor
	all      []recorded
	calls    []call // of a client
	size     int    // of both, in bytes
}

// Record makes the archive of a run with a configuration, and lets it pass through.
func Record(c *Config) *Archive {
	client := *cmp.Or(c.Client, anyCertificate())
	a := &Archive{next: cmp.Or(client.Transport, http.DefaultTransport), profile: c.Profile}
	client.Transport = a
	c.Client, c.archive = &client, a
	return a
}

// recorded is a request and its answer.
type recorded struct {
	At     string            `json:"at"`    // the statement, and which of its requests
	Asked  string            `json:"asked"` // whose key, method and target
	Sent   string            `json:"sent,omitempty"`
	Status int               `json:"status"`
	Head   map[string]string `json:"head,omitempty"`
	Body   string            `json:"body,omitempty"`
}

// file is an archive as it is written.
type file struct {
	Format  int               `json:"ledpost_conform"`   // 1
	Profile string            `json:"profile,omitempty"` // that was asked for
	All     several[recorded] `json:"answers,omitempty"`
	Calls   several[call]     `json:"calls,omitempty"` // of a client
}

// several are read up to a number.
type several[T any] []T

// UnmarshalJSON implements [json.Unmarshaler].
func (a *several[T]) UnmarshalJSON(raw []byte) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	if first, err := d.Token(); err != nil || first != json.Delim('[') {
		return errors.Join(err, errors.New("want an array"))
	}
	for d.More() {
		if len(*a) == maxAnswers {
			return fmt.Errorf("more than %d answers or calls", maxAnswers)
		}
		var one T
		if err := d.Decode(&one); err != nil {
			return err
		}
		*a = append(*a, one)
	}
	return nil
}

// heads are the fields of answers that statements look at.
var heads = []string{"Content-Type", "Allow", "Www-Authenticate", "Retry-After", "Access-Control-Allow-Origin"}

// RoundTrip implements [http.RoundTripper].
func (a *Archive) RoundTrip(req *http.Request) (*http.Response, error) {
	sent := ""
	if req.GetBody != nil {
		body, err := req.GetBody()
		if err != nil {
			return nil, err
		}
		raw, err := bounded.Read(body, maxAnswer)
		if err != nil {
			return nil, err
		}
		sent = string(raw)
	}
	resp, err := a.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	raw, err := bounded.Read(resp.Body, maxAnswer)
	resp.Body.Close()
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(raw))
	a.mu.Lock()
	defer a.mu.Unlock()
	who, target := asked(req)
	one := recorded{At: stepOf(req), Asked: who + a.redactor.target(target), Sent: a.redactor.body(sent, req.URL, true),
		Status: resp.StatusCode, Head: map[string]string{}, Body: a.redactor.body(string(raw), req.URL, false)}
	for _, name := range heads {
		if v := resp.Header.Get(name); v != "" {
			one.Head[name] = a.redactor.free(v)
		}
	}
	if a.fits(one) {
		a.all = append(a.all, one)
	}
	return resp, nil
}

// fits reports whether an archive has room for an answer or a call, and takes it.
func (a *Archive) fits(one any) bool {
	raw, err := json.MarshalIndent(one, "  ", " ")
	if err != nil || a.size+len(raw) > maxArchive/2 || len(a.all)+len(a.calls) >= maxAnswers {
		return false
	}
	a.size += len(raw)
	return true
}

// stepKey is the key of a context's step: the statement that a request is of, and which of
// its requests it is.
type stepKey struct{}

func stepOf(req *http.Request) string {
	step, _ := req.Context().Value(stepKey{}).(string)
	return step
}

// asked names a request, with whose key it came, and its target.
func asked(req *http.Request) (who, target string) {
	_, key, ok := req.BasicAuth()
	switch {
	case !ok:
		who = "ANON "
	case key == wrongKey:
		who = "WRONG "
	}
	return who + req.Method + " ", req.URL.RequestURI()
}

// Write writes the archive, as JSON that people can read before they send it.
func (a *Archive) Write(w io.Writer) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	return e.Encode(file{1, a.profile, a.all, a.calls})
}

// ReadArchive returns a configuration that asks an archive in place of a device.
func ReadArchive(r io.Reader) (Config, error) {
	raw, err := bounded.Read(r, maxArchive)
	if err != nil {
		return Config{}, err
	}
	var f file
	if err := json.Unmarshal(raw, &f); err != nil {
		return Config{}, fmt.Errorf("the archive cannot be read: %w", err)
	}
	if f.Format != 1 {
		return Config{}, errors.New("this is no archive of ledpost conform --capture")
	}
	p := &player{left: map[string][]recorded{}}
	for _, one := range f.All {
		key := one.At + "\n" + one.Asked + "\n" + one.Sent
		p.left[key] = append(p.left[key], one)
	}
	return Config{URL: placeURL, Key: "archive", Profile: f.Profile, Replay: true, Client: &http.Client{Transport: p},
		archive: &Archive{calls: f.Calls}}, nil
}

// errUnrecorded is the error of a request that an archive does not have.
var errUnrecorded error = reason("the archive has no answer")

// player answers as a device did: to the same request in the same order, and with the
// last answer when it is asked more often.
type player struct {
	mu   sync.Mutex
	left map[string][]recorded
}

// RoundTrip implements [http.RoundTripper].
func (p *player) RoundTrip(req *http.Request) (*http.Response, error) {
	sent := ""
	if req.Body != nil {
		raw, err := bounded.Read(req.Body, maxAnswer)
		if err != nil {
			return nil, err
		}
		sent = string(raw)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	who, target := asked(req)
	key := stepOf(req) + "\n" + who + target + "\n" + sent
	here := p.left[key]
	if len(here) == 0 {
		return nil, fmt.Errorf("%w to %s%s %s", errUnrecorded, who, target, sent)
	}
	if len(here) > 1 {
		p.left[key] = here[1:]
	}
	head := http.Header{}
	for name, value := range here[0].Head {
		head.Set(name, value)
	}
	return &http.Response{
		StatusCode: here[0].Status, Header: head, Body: io.NopCloser(strings.NewReader(here[0].Body)), Request: req,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, ContentLength: int64(len(here[0].Body)),
	}, nil
}

// stage returns where the client is tried, and what ends that.
func (c Config) stage() (on stage, end func(), err error) {
	if c.Replay {
		if c.archive == nil || len(c.archive.calls) == 0 {
			return nil, nil, errUnrecorded
		}
		return &tape{calls: c.archive.calls}, func() {}, nil
	}
	s, end, err := serve(c)
	if err != nil || c.archive == nil {
		return s, end, err
	}
	at, _ := url.Parse(c.URL) // serve has parsed it
	return &recorder{s, c.archive, at}, end, nil
}

// recorder keeps what a client does in an archive.
type recorder struct {
	stage
	to *Archive
	at *url.URL
}

func (r *recorder) next(ctx context.Context, at string, most time.Duration) (call, error) {
	c, err := r.stage.next(ctx, at, most)
	if err != nil {
		return c, err
	}
	kept := c
	r.to.mu.Lock()
	defer r.to.mu.Unlock()
	if kept.Text = r.to.redactor.body(c.Text, r.at, false); version.MatchString(c.Text) {
		kept.Text = c.Text
	}
	if r.to.fits(kept) {
		r.to.calls = append(r.to.calls, kept)
	}
	return c, nil
}

// tape is a client that does again what it did.
type tape struct{ calls []call }

func (t *tape) do(context.Context, string, string) error { return nil }

func (t *tape) next(ctx context.Context, at string, _ time.Duration) (call, error) {
	for ; len(t.calls) > 0 && ctx.Err() == nil; t.calls = t.calls[1:] { // what a statement left over is passed
		if c := t.calls[0]; c.At == at {
			t.calls = t.calls[1:]
			return c, nil
		}
		if !slices.ContainsFunc(t.calls, func(c call) bool { return c.At == at }) {
			break
		}
	}
	return call{}, errors.Join(ctx.Err(), errUnrecorded)
}
