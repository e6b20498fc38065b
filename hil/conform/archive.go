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
	"regexp"
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

// An Archive is what a device answered in a run that [Record] made it for. It keeps no key, no address, no
// name, no serial number and nothing of the network: they have placeholders. Any
// goroutine may use it.
type Archive struct {
	next    http.RoundTripper // sends the requests
	profile string

	mu    sync.Mutex
	all   []recorded
	calls []call // of a client
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
var heads = []string{"Content-Type", "Allow", "Www-Authenticate", "Retry-After", "Access-Control-Allow-Origin",
	"Server"}

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
	one := recorded{At: stepOf(req), Asked: asked(req), Sent: sent, Status: resp.StatusCode, Head: map[string]string{}}
	one.Body = redact(string(raw), req.URL)
	for _, name := range heads {
		if v := resp.Header.Get(name); v != "" {
			one.Head[name] = v
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.all = append(a.all, one)
	return resp, nil
}

// stepKey is the key of a context's step: the statement that a request is of, and which of
// its requests it is.
type stepKey struct{}

func stepOf(req *http.Request) string {
	step, _ := req.Context().Value(stepKey{}).(string)
	return step
}

// asked names a request, with whose key it came.
func asked(req *http.Request) string {
	_, key, ok := req.BasicAuth()
	switch {
	case !ok:
		return "ANON " + req.Method + " " + req.URL.RequestURI()
	case key == wrongKey:
		return "WRONG " + req.Method + " " + req.URL.RequestURI()
	}
	return req.Method + " " + req.URL.RequestURI()
}

// secret are the keys of values that are of an owner, with what stands for each.
var secret = map[string]string{
	"name": "device", "serial_number": "SA000000000000W00XX0", "essid": "network", "ssid": "network",
	"address": "02:00:00:00:00:01", "mac": "02:00:00:00:00:01", "ip": "192.0.2.1", "ipv4": "192.0.2.1",
	"gateway": "192.0.2.254", "dns": "192.0.2.254", "challenge": "challenge", "token": "token", "key": "key",
	"session_id": "session", "friendlyName": "device", "username": "user", "password": "password",
	"serialNumber": "SA000000000000W00XX0", "serverId": "1", "UDN": "uuid:1", "URLBase": placeURL,
	"hostname": "device", "image_url": placeURL, "sntp_server": "time.example", "syslog_addr": "log.example",
}

// fieldOf is a field of JSON with a string, or an element of XML.
var fieldOf = regexp.MustCompile(`"([a-zA-Z0-9_]+)"(\s*:\s*)"((?:[^"\\]|\\.)*)"|<([a-zA-Z]+)>([^<]*)</`)

// hardware are addresses that stand within other texts.
var hardware = regexp.MustCompile(`(?i)\b[0-9a-f]{2}(:[0-9a-f]{2}){5}\b|\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b`)

// redact takes secrets out of an answer. The address of the device becomes a placeholder,
// also where it names itself by another one.
func redact(body string, at *url.URL) string {
	body = strings.ReplaceAll(body, at.Scheme+"://"+at.Host, placeURL)
	device := strings.TrimSuffix(at.Path, "/") == devicePath // its id stands there
	body = fieldOf.ReplaceAllStringFunc(body, func(field string) string {
		m := fieldOf.FindStringSubmatch(field)
		if m[4] != "" {
			if to, is := secret[m[4]]; is {
				return "<" + m[4] + ">" + to + "</"
			}
			return field
		}
		to, is := secret[m[1]]
		if device && m[1] == "id" {
			to, is = "1", true
		}
		if !is {
			return field
		}
		return `"` + m[1] + `"` + m[2] + `"` + to + `"`
	})
	return hardware.ReplaceAllStringFunc(body, func(text string) string {
		switch {
		case strings.Count(text, ":") == 5:
			return secret["mac"]
		case strings.HasPrefix(text, "0.0.0.0") || strings.HasPrefix(text, "255."):
			return text
		}
		_, port, found := strings.Cut(text, ":")
		if found {
			return "192.0.2.1:" + port
		}
		return "192.0.2.1"
	})
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
var errUnrecorded = errors.New("the archive has no answer")

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
	key := stepOf(req) + "\n" + asked(req) + "\n" + sent
	here := p.left[key]
	if len(here) == 0 {
		return nil, fmt.Errorf("%w to %s %s", errUnrecorded, asked(req), sent)
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
	kept.Text = redact(c.Text, r.at)
	r.to.mu.Lock()
	defer r.to.mu.Unlock()
	r.to.calls = append(r.to.calls, kept)
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
