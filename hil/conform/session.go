// SPDX-License-Identifier: Apache-2.0

package conform

import (
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
	before   settings          // of the device, to be put back
	words    map[string]string // in braces
	patience time.Duration     // what may still be waited

	posted []string        // ids of notifications that may be left
	ids    []string        // of the statement's notifications
	put    map[string]bool // paths of PUTs since the last reset
	asked  bool            // for a key
}

// begin looks at the device and changes nothing.
func begin(ctx context.Context, c Config) (*session, error) {
	c.URL = strings.TrimSuffix(c.URL, "/")
	if c.Client == nil {
		transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
		c.Client = &http.Client{Transport: transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	}
	s := &session{Config: c, patience: mostWait, words: map[string]string{"url": c.URL}, put: map[string]bool{}}
	var here []json.RawMessage
	if err := s.get(ctx, notificationsPath, &here); err != nil {
		return nil, err
	}
	if len(here) > 0 {
		return nil, fmt.Errorf("the device has notifications (%d), which would be counted and dismissed: dismiss them or try later", len(here))
	}
	if err := s.before.read(ctx, s); err != nil {
		return nil, err
	}
	return s, nil
}

// end puts everything back.
func (s *session) end(ctx context.Context) error {
	err := errors.Join(s.clear(ctx), s.before.write(ctx, s))
	var after settings
	if err == nil {
		err = after.read(ctx, s)
	}
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
			var o map[string]any
			if err := s.get(ctx, path, &o); err != nil {
				return err
			}
			objects[path] = o
		}
		s.words[word] = inside(objects[path], where[1:])
	}
	clear(s.put)
	return nil
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
	if s.asked {
		err = errors.Join(err, s.refusePairing(ctx))
	}
	if err != nil {
		return err
	}
	s.posted, s.ids, s.asked = nil, nil, false
	if len(s.put) > 0 {
		return s.reset(ctx)
	}
	return nil
}

// refusePairing refuses the request for a key, so that the panel is free.
func (s *session) refusePairing(ctx context.Context) error {
	var now struct{ Request *struct{ ID string } }
	if err := s.get(ctx, pairingPath, &now); err != nil || now.Request == nil {
		return err
	}
	return s.do(ctx, "POST", pairingPath, fmt.Sprintf(`{"id":%q,"approve":false}`, now.Request.ID))
}
