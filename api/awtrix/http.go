// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/origin"
)

// answers maps names to the functions that answer a GET.
var answers = map[string]func(*Server, context.Context) (any, error){
	"stats":       func(s *Server, ctx context.Context) (any, error) { return s.told(ctx) },
	"settings":    func(s *Server, ctx context.Context) (any, error) { return s.settings(ctx) },
	"loop":        func(s *Server, ctx context.Context) (any, error) { return s.loop(ctx) },
	"apps":        func(s *Server, ctx context.Context) (any, error) { return s.list(ctx) },
	"effects":     func(*Server, context.Context) (any, error) { return effectList(), nil },
	"transitions": func(*Server, context.Context) (any, error) { return transitionList(), nil },
	"screen":      func(s *Server, _ context.Context) (any, error) { return s.screen(), nil },
}

// Paths besides the commands and the answers.
const (
	versionPath = "/version"
	otherPath   = "/api/{name}" // what the original has not
)

// Endpoints returns the paths of AWTRIX, which handle all methods themselves. They
// check where a request comes from; addresses that the configuration opens them to
// need no key.
func (s *Server) Endpoints() (list []rest.Endpoint) {
	h, methods := rest.Pass(s.Handler()), rest.Methods{}
	for _, m := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch} {
		methods[m] = h
	}
	for _, path := range s.Paths() {
		e := rest.Endpoint{Path: path, Methods: methods, Control: true, Private: !s.Reads(path), Free: s.Allows}
		if s.Sends(path) {
			e.Sends = []string{http.MethodGet, http.MethodPost}
		}
		list = append(list, e)
	}
	return list
}

// Paths returns all paths that Handler answers, in alphabetical order.
func (s *Server) Paths() []string {
	all := []string{versionPath, otherPath, "/api/custom", "/screen", "/fullscreen"}
	for name := range commands {
		all = append(all, "/api/"+name)
	}
	for name := range answers {
		all = append(all, "/api/"+name)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Sends reports whether keys that may only send messages may use a path.
func (s *Server) Sends(path string) bool {
	return slices.Contains([]string{"/api/notify", "/api/notify/dismiss", "/api/custom"}, path)
}

// Reads reports whether a GET of the path changes nothing.
func (s *Server) Reads(path string) bool {
	return path == versionPath || path == otherPath || pages[path] || answers[strings.TrimPrefix(path, "/api/")] != nil
}

// patient is the device's time to answer.
const patient = time.Second

var (
	errForeign = errors.New("pages of other sites may not send requests")
	errNoPath  = errors.New("not found")
	errMethod  = errors.New("the method is not allowed")
	errLong    = errors.New("the body is too long")
	errAsking  = errors.New("the panel waits for a press of a button")
	errSpent   = errors.New("the device is busy: too much is sent to it at once")
)

// Handler answers requests. The caller must check the key.
func (s *Server) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		body, err := []byte(nil), error(errForeign)
		if !origin.Foreign(r) {
			body, err = s.answer(w, r)
		}
		if err != nil {
			refuse(w, err)
			return
		}
		if _, err := w.Write(body); errors.Is(err, budget.ErrSpent) { // nothing of it was written
			refuse(w, errSpent)
		}
	})
}

// refuse answers with err.
func refuse(w http.ResponseWriter, err error) {
	w.Header().Set("Content-Type", "text/plain")
	status := status(err)
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1") // a second later the device has caught up
	}
	w.WriteHeader(status)
	io.WriteString(w, err.Error())
}

// answer returns the body of a successful answer.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, wire.MaxBody))
	if errors.Is(err, budget.ErrSpent) {
		return nil, errSpent
	}
	if err != nil {
		return nil, errLong
	}
	body = strict(body)
	ctx, cancel := context.WithTimeout(r.Context(), patient) // starts only here: receiving a picture may take longer
	defer cancel()
	name := strings.TrimPrefix(r.URL.Path, "/api/")
	c, ok := commands[name]
	get := r.Method == http.MethodGet || r.Method == http.MethodHead
	switch {
	case pages[r.URL.Path] && get:
		return page(w, r), nil
	case name != "custom" && !ok && answers[name] == nil && !slices.Contains(s.Paths(), r.URL.Path):
		return nil, errNoPath
	case r.URL.Path == versionPath && get:
		w.Header().Set("Content-Type", "text/plain")
		return []byte(version), nil
	case get && !c.any && answers[name] != nil:
		v, err := answers[name](s, ctx)
		if err != nil {
			return nil, err
		}
		w.Header().Set("Content-Type", "application/json")
		return wire.Encode(v)
	case !c.any && r.Method != http.MethodPost:
		return nil, errMethod
	}
	w.Header().Set("Content-Type", "text/plain")
	if name != "custom" && s.dev.Status().Asking && rest.Keyless(r) {
		return nil, errAsking // who has no key must not hide from the owner who wants one
	}
	app := r.URL.Query().Get("name")
	if name == "custom" {
		if app == "" && bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
			app, _ = word(body, "name")
		}
		return []byte("OK"), s.done(s.custom(ctx, app, body))
	}
	if name == "switch" && empty(body) {
		body = []byte(app)
	}
	if !ok {
		return nil, errMethod
	}
	return []byte("OK"), s.done(c.do(s, ctx, body))
}

// status returns the status code of an error: the original's if it has one.
func status(err error) int {
	var l *lacks
	switch {
	case inPart(err):
		return http.StatusOK
	case errors.As(err, &l):
		return http.StatusBadRequest
	case errors.Is(err, errForeign), errors.Is(err, errNever):
		return http.StatusForbidden
	case errors.Is(err, errNoFile), errors.Is(err, errNoPath):
		return http.StatusNotFound
	case errors.Is(err, errMethod):
		return http.StatusMethodNotAllowed
	case errors.Is(err, errLong):
		return http.StatusRequestEntityTooLarge
	case errors.Is(err, errAsking), errors.Is(err, errSpent), errors.Is(err, device.ErrStopped),
		errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// pages are the paths of the live picture, which people have open in a browser.
var pages = map[string]bool{"/screen": true, "/fullscreen": true}

//go:embed screen.js
var screenScript string

// screenPolicy allows the page its own script, its style and questions to the device alone.
var screenPolicy = func() string {
	sum := sha256.Sum256([]byte(screenScript))
	return "default-src 'none'; connect-src 'self'; style-src 'unsafe-inline'; script-src 'sha256-" +
		base64.StdEncoding.EncodeToString(sum[:]) + "'"
}()

const (
	usualFPS = 30
	mostFPS  = 60
)

// page returns the live picture of the panel as a page. fps says how often a second it asks.
func page(w http.ResponseWriter, r *http.Request) []byte {
	fps, err := strconv.Atoi(r.URL.Query().Get("fps"))
	if err != nil || fps <= 0 {
		fps = usualFPS
	}
	width := "min(100vw, 64rem)"
	if r.URL.Path == "/fullscreen" {
		width = "100vw"
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", screenPolicy)
	return fmt.Appendf(nil, `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Screen</title>
<style>body{margin:0;min-height:100vh;display:grid;place-items:center;background:#000}
canvas{width:%s;max-height:100vh;object-fit:contain;image-rendering:pixelated}</style>
<canvas data-columns="%d" data-fps="%d" aria-label="What the panel shows"></canvas>
<script>%s</script>
`, width, columns, min(fps, mostFPS), screenScript)
}
