// SPDX-License-Identifier: Apache-2.0

package conform

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/statements"
)

// wrongKey is sent once in a run, so that nobody is locked out.
const wrongKey = "00000000000000000000000000000000"

// Devices may take a moment until a notification shows: a GET of notifications is
// repeated for so long.
const (
	moment = 500 * time.Millisecond
	again  = 50 * time.Millisecond
)

// try tries a statement on a device with the settings of a new one; its error is what the
// device did instead.
func (s *session) try(ctx context.Context, one statements.Statement) error {
	if one.Device == statements.Saving {
		if err := saving(s.before).write(ctx, s); err != nil {
			return err
		}
		s.put[displayPath] = true
	}
	for line := range strings.Lines(one.Show) {
		if err := s.line(ctx, one.At, strings.TrimSpace(line)); err != nil {
			return err
		}
	}
	return nil
}

// line does one line.
func (s *session) line(ctx context.Context, at, line string) error {
	line = statements.Fill(line, s.values())
	switch word, rest, _ := strings.Cut(line, " "); word {
	case "", "test":
		return nil
	case "wait":
		d, err := time.ParseDuration(rest)
		if err != nil {
			return err
		}
		return sleep(ctx, d)
	case "rises":
		return rises(rest)
	}
	asked, want, ok := strings.Cut(line, " -> ")
	if !ok {
		return fmt.Errorf("%q is no line of a statement", line)
	}
	e := exchange{at: at, want: want, key: s.Key}
	asked, anonymous := strings.CutPrefix(asked, "ANON ")
	asked, wrong := strings.CutPrefix(asked, "WRONG ")
	switch {
	case anonymous:
		e.key = ""
	case wrong:
		e.key = wrongKey
	}
	parts := append(strings.SplitN(asked, " ", 3), "")
	e.method, e.path, e.body = parts[0], parts[1], parts[2]
	if !strings.HasPrefix(e.path, "/") {
		e.path = strings.TrimSuffix(devicePath+"/"+strings.TrimPrefix(e.path, "."), "/")
	}
	return s.exchange(ctx, e)
}

// values are those of the words in braces.
func (s *session) values() map[string]string {
	values := map[string]string{}
	for word, value := range s.words {
		values[word] = value
	}
	for i, id := range s.ids {
		values[fmt.Sprint(i+1)] = id
	}
	return values
}

// sleep waits; the error is that of ctx.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// rises checks that the second of two numbers is larger.
func rises(text string) error {
	words := strings.Fields(text)
	if len(words) != 2 {
		return fmt.Errorf("%q, want two numbers", text)
	}
	a, first := new(big.Int).SetString(words[0], 10)
	b, second := new(big.Int).SetString(words[1], 10)
	if !first || !second || a.Cmp(b) >= 0 {
		return fmt.Errorf("the id %s comes after %s", words[1], words[0])
	}
	return nil
}

// An exchange is a request and what should be answered.
type exchange struct{ at, method, path, body, key, want string }

// exchange makes one. What it may change is noted before it is sent.
func (s *session) exchange(ctx context.Context, e exchange) error {
	if err := s.note(ctx, e); err != nil {
		return err
	}
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
		if err == nil || e.method != http.MethodGet || !strings.HasPrefix(e.path, notificationsPath) || time.Now().After(end) {
			return err
		}
		if ctxErr := sleep(ctx, again); ctxErr != nil {
			return ctxErr
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
	var here []struct{ ID string }
	if err := s.get(ctx, notificationsPath, &here); err != nil {
		return err
	}
	ours := map[string]bool{}
	for _, id := range s.posted {
		ours[id] = true
	}
	for _, n := range here {
		if !ours[n.ID] {
			return errors.New("somebody else has posted a notification meanwhile, which is not dismissed: try again")
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

// check compares an answer with what is wanted.
func (e exchange) check(a answer) error {
	status, texts, _ := strings.Cut(e.want, " ")
	if got := fmt.Sprint(a.status); got != status && !(e.created() && a.status == http.StatusCreated) {
		return fmt.Errorf("%s %s: %d %.300s, want %s", e.method, e.asked(), a.status, a.body, status)
	}
	for text := range strings.SplitSeq(texts, " & ") {
		text, without := strings.CutPrefix(text, "!")
		if a.has(text) == without {
			return fmt.Errorf("%s %s: %.300s, want %s", e.method, e.asked(), a.body, e.want)
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
