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
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/statements"
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
	words    map[string]string // in braces
	patience time.Duration     // what may still be waited

	posted []string        // ids of notifications that may be left
	ids    []string        // of the statement's notifications
	put    map[string]bool // paths of PUTs since the last reset
	asked  bool            // for a key

	refused map[string]error // settings that a foreign device does not take, with its answers

	at   string // the statement that is tried
	step int    // and which of its requests

	differs []string // what the statement found that does not fail the device
}

// newSession returns a session that has asked nothing yet.
func newSession(c Config) *session {
	c.URL = strings.TrimSuffix(c.URL, "/")
	c.Client = cmp.Or(c.Client, anyCertificate())
	return &session{Config: c, patience: mostWait, words: map[string]string{"url": c.URL}, put: map[string]bool{},
		refused: map[string]error{}}
}

// begin looks at the device and changes nothing.
func begin(ctx context.Context, c Config) (*session, error) {
	s := newSession(c)
	if err := s.learn(ctx, c.Profile); err != nil {
		return nil, err
	}
	var here []json.RawMessage
	if err := s.get(ctx, notificationsPath, &here); err != nil {
		return nil, err
	}
	if len(here) > 0 {
		return nil, fmt.Errorf("the device has notifications (%d), which would be counted and dismissed: dismiss them or "+
			"try later", len(here))
	}
	if err := s.before.read(ctx, s); err != nil {
		return nil, err
	}
	return s, nil
}

// anyCertificate returns a client that takes any certificate and follows no redirect.
func anyCertificate() *http.Client {
	return &http.Client{
		Transport:     &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// end puts everything back.
func (s *session) end(ctx context.Context) error {
	err := errors.Join(s.clear(ctx), s.before.write(ctx, s))
	var after settings
	if err == nil {
		err = after.read(ctx, s)
	}
	after.forget(s.before)
	if err == nil && after != s.before {
		err = fmt.Errorf("the device has %+v now, and had %+v", after, s.before)
	}
	s.Client.CloseIdleConnections()
	if err != nil {
		return fmt.Errorf("not everything is as before: %w", err)
	}
	return nil
}

// reset gives the device the settings of a new one, and learns what it is then.
func (s *session) reset(ctx context.Context) error {
	if err := fresh(s.before).write(ctx, s); err != nil {
		return err
	}
	objects := map[string]map[string]any{}
	for word, where := range statements.Words() {
		path := where[0]
		if objects[path] == nil {
			o, err := s.object(ctx, path)
			if err != nil {
				return err
			}
			objects[path] = o
		}
		s.words[word] = inside(objects[path], where[1:])
	}
	clear(s.put)
	return nil
}

// object reads an object; one that a foreign device does not have is empty.
func (s *session) object(ctx context.Context, path string) (map[string]any, error) {
	o := map[string]any{}
	if s.lacks(path) != "" {
		return o, nil
	}
	a, err := s.send(ctx, "GET", path, "", s.Key)
	switch {
	case err != nil:
		return nil, err
	case a.status/100 != 2 && !s.own:
		return o, nil
	case a.status/100 != 2:
		return nil, a.refusal()
	}
	if err := json.Unmarshal(a.body, &o); err != nil {
		return nil, fmt.Errorf("%s: %w", a.asked, err)
	}
	return o, nil
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

// clear takes back what a statement has done: its notifications, its settings, its
// stream, its request for a key.
func (s *session) clear(ctx context.Context) (err error) {
	for _, id := range s.posted {
		a, fault := s.send(ctx, "DELETE", notificationsPath+"/"+id, "", s.Key)
		if fault == nil && a.status/100 != 2 && a.status != http.StatusNotFound {
			fault = a.refusal()
		}
		err = errors.Join(err, fault)
	}
	if s.put[streamPath+"/start"] {
		err = errors.Join(err, s.do(ctx, "PUT", streamPath+"/stop", ""))
	}
	if s.asked && s.own {
		err = errors.Join(err, s.refusePairing(ctx))
	}
	s.posted, s.ids, s.asked, s.differs = nil, nil, false, nil
	if len(s.put) > 0 {
		err = errors.Join(err, s.reset(ctx))
	}
	return err
}

// refusePairing refuses the request for a key, so that the panel is free.
func (s *session) refusePairing(ctx context.Context) error {
	var now struct{ Request *struct{ ID string } }
	if err := s.get(ctx, pairingPath, &now); err != nil || now.Request == nil {
		return err
	}
	return s.do(ctx, "POST", pairingPath, fmt.Sprintf(`{"id":%q,"approve":false}`, now.Request.ID))
}
