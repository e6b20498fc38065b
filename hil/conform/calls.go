// SPDX-License-Identifier: Apache-2.0

package conform

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/internal/bounded"
)

// mostSilent is how often in turn a request may have no answer until it is not sent any more, but to put
// something back.
const mostSilent = 2

// errGone is the error of such a request.
var errGone error = reason("not asked again")

// numbered are ids in paths.
var numbered = regexp.MustCompile(`/\d+`)

// maxAnswer bounds an answer, in bytes.
const maxAnswer = 1 << 20

// An answer is what the device answers.
type answer struct {
	asked  string
	status int
	head   http.Header
	body   []byte // compact, if it is JSON
}

// refusal is the error of an answer that is not as expected.
func (a answer) refusal() error { return fmt.Errorf("%s: %d %.300s", a.asked, a.status, a.body) }

// text is what texts of a statement are looked for in.
func (a answer) text() string {
	var lines strings.Builder
	for _, name := range slices.Sorted(maps.Keys(a.head)) {
		lines.WriteString(name + ": " + strings.Join(a.head[name], ", ") + "\n")
	}
	return lines.String() + string(a.body)
}

// send sends a request; key "" is none. One that is sent is not broken off when ctx ends:
// the device may have done already what it says, and nobody would know what to put back.
func (s *session) send(ctx context.Context, method, path, body, key string) (a answer, err error) {
	if ctx.Err() != nil {
		return a, ctx.Err()
	}
	asked := method + " " + numbered.ReplaceAllString(strings.SplitN(path, "?", 2)[0], "/#")
	if s.silent[asked] >= mostSilent && s.at != "" {
		return a, fmt.Errorf("%s: %w, because it had no answer %d times", asked, errGone, mostSilent)
	}
	defer func() {
		if s.silent[asked]++; err == nil || errors.Is(err, errUnrecorded) {
			s.silent[asked] = 0
		}
	}()
	ctx = context.WithValue(context.WithoutCancel(ctx), stepKey{}, fmt.Sprintf("%s, %d", s.at, s.step))
	ctx, done := context.WithTimeout(ctx, callTime)
	defer done()
	req, err := http.NewRequestWithContext(ctx, method, s.URL+path, strings.NewReader(body))
	if err != nil {
		return a, err
	}
	if key != "" {
		req.SetBasicAuth("dev", key)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := s.Client.Do(req)
	if err != nil {
		return a, err
	}
	defer resp.Body.Close()
	a = answer{asked: method + " " + path, status: resp.StatusCode, head: resp.Header}
	if a.body, err = bounded.Read(resp.Body, maxAnswer); err != nil {
		return a, fmt.Errorf("%s: %w", a.asked, err)
	}
	var compact bytes.Buffer
	if json.Compact(&compact, a.body) == nil {
		a.body = compact.Bytes()
	}
	return a, nil
}

// do sends a request outside of the rules, which must succeed.
func (s *session) do(ctx context.Context, method, path, body string) error {
	a, err := s.send(ctx, method, path, body, s.Key)
	if err == nil && a.status/100 != 2 {
		err = a.refusal()
	}
	return err
}

// get reads an object.
func (s *session) get(ctx context.Context, path string, to any) error {
	a, err := s.send(ctx, "GET", path, "", s.Key)
	switch {
	case err != nil:
		return err
	case a.status/100 != 2:
		return a.refusal()
	}
	if err := json.Unmarshal(a.body, to); err != nil {
		return fmt.Errorf("%s: %w", a.asked, err)
	}
	return nil
}
