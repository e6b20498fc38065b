// SPDX-License-Identifier: Apache-2.0

package live

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/coding"
)

// Parts has the files of the program that draws apps: the editor of own apps and what belongs to it. Any goroutine
// calls it. Errors are answers of package rest.
type Parts interface {
	Part(ctx context.Context, name string) ([]byte, error)
}

// partTypes are the files that there are, and their types.
var partTypes = map[string]string{
	applet.Editor: "text/javascript; charset=utf-8", applet.Examples: "application/json",
	applet.Guide: "text/markdown; charset=utf-8", applet.Licences: "text/plain; charset=utf-8",
}

// partKept is for how long a file is kept: each question starts a program.
const partKept = 10 * time.Minute

// faultKept is for how long a fault is the answer, for the same reason.
const faultKept = 10 * time.Second

// studio is the room of those files. They are the same on every device, so they need no key: a browser loads a
// module without one.
type studio struct {
	from Parts
	turn chan struct{} // has room for one, who may use kept
	kept map[string]part
}

// part is a file, packed by gzip, or the error in its place.
type part struct {
	packed []byte
	fault  error
	tag    string
	until  time.Time
}

// Studio returns the room of the files of the program that draws apps.
func (l *Live) Studio(from Parts) *studio {
	return &studio{from, make(chan struct{}, 1), map[string]part{}}
}

// Endpoints returns the only endpoint.
func (s *studio) Endpoints() []rest.Endpoint {
	return []rest.Endpoint{{Path: "/live/studio/{part}", Public: true, Methods: rest.Methods{http.MethodGet: s.get}}}
}

func (s *studio) get(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("part")
	kind := partTypes[name]
	if kind == "" {
		return rest.Refuse(http.StatusNotFound, "There is no such file")
	}
	ctx, cancel := context.WithTimeout(r.Context(), probeTime)
	defer cancel()
	p, err := s.part(ctx, name)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")
	h.Set("ETag", strconv.Quote(p.tag))
	if r.Header.Get("If-None-Match") == strconv.Quote(p.tag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	if coding.AcceptsGzip(r.Header.Get("Accept-Encoding")) {
		h.Set("Content-Encoding", "gzip")
		_, err = w.Write(p.packed)
		return err
	}
	plain, err := gzip.NewReader(bytes.NewReader(p.packed))
	if err != nil {
		return err
	}
	_, err = io.Copy(w, plain)
	return err
}

// part returns a file: the stored copy until its time is over, else a new one.
func (s *studio) part(ctx context.Context, name string) (part, error) {
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return part{}, ctx.Err()
	}
	if p := s.kept[name]; time.Now().Before(p.until) {
		return p, p.fault
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), probeTime) // a client may leave early
	defer cancel()
	body, err := s.from.Part(ctx, name)
	if err != nil {
		s.kept[name] = part{fault: err, until: time.Now().Add(faultKept)}
		return part{}, err
	}
	sum := sha256.Sum256(body)
	p := part{packed: coding.Gzip(body, gzip.BestSpeed), tag: hex.EncodeToString(sum[:8]), until: time.Now().Add(partKept)}
	s.kept[name] = p
	return p, nil
}
