// SPDX-License-Identifier: Apache-2.0

package conform

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/statements"
	"github.com/ledpost/ledpost/internal/pause"
)

// An exchange is a request and what should be answered.
type exchange struct{ at, method, path, body, key, want string }

// exchange makes one. What it may change is noted before it is sent.
func (s *session) exchange(ctx context.Context, e exchange) error {
	s.step++
	if err := s.note(ctx, e); err != nil {
		return err
	}
	polls := 0
	for end := time.Now().Add(moment); ; {
		a, err := s.send(ctx, e.method, e.path, e.body, e.key)
		if err != nil {
			return err
		}
		if e.path == notificationsPath && e.method == http.MethodPost {
			s.keep(a)
			e.want = statements.Fill(e.want, s.values()) // its own id
		}
		err = e.check(a)
		waits := e.method == http.MethodGet && strings.HasPrefix(e.path, notificationsPath)
		if err == nil || !waits || time.Now().After(end) {
			return err
		}
		if polls++; s.Replay && polls > 2*int(moment/again) {
			return err
		}
		if s.Replay {
			continue
		}
		if !pause.For(ctx, again) {
			return ctx.Err()
		}
	}
}

// note notes what a request may change. It refuses to dismiss what others have posted.
func (s *session) note(ctx context.Context, e exchange) error {
	switch {
	case e.key != s.Key: // it must change nothing
		s.asked = s.asked || strings.HasPrefix(e.path, userPath)
	case e.method == http.MethodPut:
		s.put[e.path] = true
	case e.method == http.MethodDelete && (e.path == notificationsPath || e.path == currentPath):
		return s.onlyOurs(ctx)
	}
	return nil
}

// onlyOurs returns an error if the device has notifications of others.
func (s *session) onlyOurs(ctx context.Context) error {
	here, err := s.list(ctx)
	if err != nil {
		return err
	}
	for id := range here {
		if !slices.Contains(s.posted, id) {
			return fmt.Errorf("%w: another client has posted a notification meanwhile, which stays: try again", errUnready)
		}
	}
	return nil
}

// keep keeps the id of a notification that was posted, whatever the status says.
func (s *session) keep(a answer) {
	var posted struct{ Success struct{ ID json.RawMessage } }
	if json.Unmarshal(a.body, &posted) != nil {
		return
	}
	if id := strings.Trim(string(posted.Success.ID), `"`); id != "" && !strings.ContainsAny(id, "/?#") {
		s.posted, s.ids = append(s.posted, id), append(s.ids, id)
	}
}

// check compares an answer with the wanted one.
func (e exchange) check(a answer) error {
	status, texts, _ := strings.Cut(e.want, " ")
	if got := fmt.Sprint(a.status); got != status && !(e.created() && a.status == http.StatusCreated) {
		// Refused, or done, all the same; but clients ask for a key after 401 alone.
		alike := len(status) == 3 && got[0] == status[0] && status != "401"
		return &unlike{fmt.Errorf("%s %s: %d %.300s, want %s", e.method, e.asked(), a.status, a.body, status), alike}
	}
	for text := range strings.SplitSeq(texts, " & ") {
		text, without := strings.CutPrefix(text, "!")
		if a.has(text) == without {
			return &unlike{fmt.Errorf("%s %s: %.300s, want %s", e.method, e.asked(), a.body, e.want),
				a.status >= 400 || !without && a.alike(text)}
		}
	}
	return nil
}

// created reports whether 201 will do for 200, as every client has it: of a POST of a
// notification, but for the statement about that.
func (e exchange) created() bool {
	return e.path == notificationsPath && e.method == http.MethodPost && e.at != "4, status of POST"
}

// asked is the request in words.
func (e exchange) asked() string { return strings.TrimSpace(e.path + " " + e.body) }
