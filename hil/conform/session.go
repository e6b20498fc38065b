// SPDX-License-Identifier: Apache-2.0

package conform

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/statements"
	"github.com/ledpost/ledpost/internal/pause"
)

// Paths of the API.
const (
	devicePath        = "/api/v2/device"
	displayPath       = devicePath + "/display"
	audioPath         = devicePath + "/audio"
	notificationsPath = devicePath + "/notifications"
	currentPath       = notificationsPath + "/current"
	streamPath        = devicePath + "/stream"
	userPath          = "/api/v1/user" // where keys are asked for
	pairingPath       = "/live/pairing"
)

// A session is a run on a device.
type session struct {
	Config
	facts
	before   settings          // of the device, to be put back
	fresh    settings          // that it should have before each statement
	now      settings          // and that it has
	shown    string            // path of the widget that it showed; "" = of none
	here     int               // notifications that it had
	readOnly bool              // the key may change nothing
	words    map[string]string // in braces
	patience time.Duration     // what may still be waited

	posted []string        // ids of notifications that may be left
	ids    []string        // of the statement's notifications
	put    map[string]bool // paths of PUTs since the last reset
	asked  bool            // for a key

	refused map[string]error // settings that the device does not take, with its answers
	silent  map[string]int   // how often requests, by method and path, had no answer

	at   string // the statement that is tried
	step int    // and which of its requests
}

// newSession returns a session that has asked nothing yet.
func newSession(c Config) *session {
	c.URL = strings.TrimSuffix(c.URL, "/")
	c.Client = cmp.Or(c.Client, anyCertificate())
	return &session{Config: c, patience: mostWait, words: map[string]string{"url": c.URL}, put: map[string]bool{},
		refused: map[string]error{}, silent: map[string]int{}}
}

// begin looks at the device and changes nothing.
func begin(ctx context.Context, c Config) (*session, error) {
	s := newSession(c)
	if err := s.learn(ctx); err != nil {
		return nil, err
	}
	if s.here > 0 {
		return nil, fmt.Errorf("the device has notifications (%d), which would be counted and dismissed: dismiss them or "+
			"try later", s.here)
	}
	s.before, _ = s.read(ctx)
	s.shown = s.app(ctx)
	return s, ctx.Err()
}

// maxHead bounds the header of an answer, in bytes.
const maxHead = 64 << 10

// anyCertificate returns a client that takes any certificate and follows no redirect.
func anyCertificate() *http.Client {
	return &http.Client{
		Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
			MaxResponseHeaderBytes: maxHead},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// putBackTries is how often a run tries to put everything back: one request may get lost.
const putBackTries = 2

// end puts everything back.
func (s *session) end(ctx context.Context) (err error) {
	defer s.Client.CloseIdleConnections()
	for range putBackTries {
		if err = s.putBack(ctx); err == nil {
			return nil
		}
	}
	return fmt.Errorf("not everything is as before: %w", err)
}

// putBack puts everything back and looks whether it is as before.
func (s *session) putBack(ctx context.Context) error {
	refused := s.undo(ctx)
	now, _ := s.read(ctx)
	if !s.readOnly {
		refused = errors.Join(refused, s.write(ctx, now, s.before), s.show(ctx))
		now, _ = s.read(ctx)
	}
	other := s.before.unlike(now)
	switch {
	case len(s.posted) > 0:
		return errors.Join(refused, fmt.Errorf("%d notifications cannot be taken back", len(s.posted)))
	case len(other) > 0:
		return errors.Join(refused, fmt.Errorf("the device had %v, and now has other settings", map[string]string(other)))
	case s.own: // all is as before, but it says that it is not
		return refused
	}
	return nil
}

// reset gives the device the settings of a new one, and learns what it is then. What a foreign device refuses is no
// error.
func (s *session) reset(ctx context.Context) (err error) {
	now, objects := s.read(ctx)
	s.fresh = s.renew(s.before)
	if !s.readOnly && len(s.fresh.unlike(now)) > 0 {
		err = s.write(ctx, now, s.fresh)
		now, objects = s.read(ctx)
	}
	s.now = now
	for word, where := range statements.Words() {
		s.words[word] = inside(objects[where[0]], where[1:])
	}
	clear(s.put)
	if !s.own {
		return nil
	}
	return err
}

// object reads an object; one that the device does not have, or does not tell, is empty.
func (s *session) object(ctx context.Context, path string) map[string]any {
	o := map[string]any{}
	if s.lacks(path) != "" || s.get(ctx, path, &o) != nil {
		return map[string]any{}
	}
	return o
}

// mayWrite asks whether the key may change anything, by a setting that the device has and keeps.
func (s *session) mayWrite(ctx context.Context) {
	for _, p := range []struct{ path, name string }{
		{devicePath, "mode"}, {displayPath, "brightness_mode"}, {audioPath, "volume"},
	} {
		body := fields(p.name, s.before[p.name])
		if body == "" || s.lately("PUT "+p.path+" "+body) != "" {
			continue
		}
		a, err := s.send(ctx, "PUT", p.path, body, s.Key)
		s.readOnly = err == nil && (a.status == http.StatusUnauthorized || a.status == http.StatusForbidden)
		return
	}
}

// app returns the path of the widget that a foreign device shows, "" where that is not one that stays.
func (s *session) app(ctx context.Context) (path string) {
	if mode := s.before["mode"]; s.own || mode != `"manual"` && mode != `"kiosk"` {
		return ""
	}
	apps := s.object(ctx, devicePath+"/apps")
	for name := range apps {
		widgets := under(apps, name, "widgets")
		for id := range widgets {
			if under(widgets, id)["visible"] != true {
				continue
			}
			if path != "" {
				return ""
			}
			path = devicePath + "/apps/" + url.PathEscape(name) + "/widgets/" + url.PathEscape(id)
		}
	}
	return path
}

// show shows the widget again that a foreign device showed.
func (s *session) show(ctx context.Context) error {
	if s.shown == "" || s.app(ctx) == s.shown {
		return nil
	}
	return s.do(ctx, "PUT", s.shown+"/activate", "{}")
}

// inside returns the value at some keys of an object, in JSON but for the quotes of a
// string.
func inside(o any, keys []string) string {
	for _, key := range keys {
		m, _ := o.(map[string]any)
		o = m[key]
	}
	if text, ok := o.(string); ok {
		return text
	}
	text, _ := json.Marshal(o) // it comes from JSON
	return string(text)
}

// clear takes back what a statement has done, and its settings.
func (s *session) clear(ctx context.Context) error {
	err := s.undo(ctx)
	if len(s.put) > 0 {
		err = errors.Join(err, s.reset(ctx))
	}
	return err
}

// undo takes back what a statement has done but its settings: its notifications, its stream, its request for a key.
func (s *session) undo(ctx context.Context) error {
	err := s.takeBack(ctx)
	if s.put[streamPath+"/start"] {
		if fault := s.do(ctx, "PUT", streamPath+"/stop", ""); s.own { // others may refuse to end what has ended
			err = errors.Join(err, fault)
		}
	}
	if s.asked && s.own {
		err = errors.Join(err, s.refusePairing(ctx))
	}
	s.ids, s.asked = nil, false
	return err
}

// takeBack dismisses the notifications of a statement. Those stay in posted that the device lists all the same, or that
// it refuses to dismiss and does not list. What a foreign device answers about one that is gone is no error.
func (s *session) takeBack(ctx context.Context) (err error) {
	if len(s.posted) == 0 {
		return nil
	}
	refused := map[string]bool{}
	for _, id := range s.posted {
		a, fault := s.send(ctx, "DELETE", notificationsPath+"/"+id, "", s.Key)
		if fault == nil && a.status/100 != 2 && a.status != http.StatusNotFound {
			fault = a.refusal()
		}
		refused[id] = fault != nil
		err = errors.Join(err, fault)
	}
	for end := time.Now().Add(moment); ; {
		here, fault := s.list(ctx)
		s.posted = slices.DeleteFunc(s.posted, func(id string) bool { return !here[id] && (fault == nil || !refused[id]) })
		if len(s.posted) == 0 && !s.own {
			return nil
		}
		if len(s.posted) == 0 || fault != nil || s.Replay || time.Now().After(end) || !pause.For(ctx, again) {
			return err
		}
	}
}

// list returns the ids of the device's notifications.
func (s *session) list(ctx context.Context) (map[string]bool, error) {
	var all []struct{ ID json.RawMessage }
	err := s.get(ctx, notificationsPath, &all)
	ids := map[string]bool{}
	for _, n := range all {
		ids[strings.Trim(string(n.ID), `"`)] = true
	}
	return ids, err
}

// refusePairing refuses the request for a key, so that the panel is free.
func (s *session) refusePairing(ctx context.Context) error {
	var now struct{ Request *struct{ ID string } }
	if err := s.get(ctx, pairingPath, &now); err != nil || now.Request == nil {
		return err
	}
	return s.do(ctx, "POST", pairingPath, fmt.Sprintf(`{"id":%q,"approve":false}`, now.Request.ID))
}
