// SPDX-License-Identifier: Apache-2.0

package conform

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/statements"
	"github.com/ledpost/ledpost/internal/pause"
)

// wrongKey is sent once in a run, so that nobody is locked out.
const wrongKey = "00000000000000000000000000000000"

// Devices may take a moment until a notification shows: a GET of notifications is
// repeated for so long.
const (
	moment = 500 * time.Millisecond
	again  = 50 * time.Millisecond
)

// errUnready is the error of a foreign device that refuses the settings which a statement wants.
var errUnready error = reason("the device cannot be prepared")

// try tries a statement on a device with the settings of a new one; its error is what was found, to be judged.
func (s *session) try(ctx context.Context, one statements.Statement) (found error) {
	if one.Device == statements.Saving {
		s.put[displayPath] = true
		err := s.write(ctx, s.now, s.saving())
		if err != nil && !s.own {
			err = fmt.Errorf("%w: %v", errUnready, err) // what it refuses has a statement
		}
		if err != nil {
			return err
		}
	}
	for line := range strings.Lines(one.Show) {
		err := s.weigh(one, line, s.line(ctx, one.At, strings.TrimSpace(line)))
		found = errors.Join(found, err)
		if err != nil && !errors.As(err, new(otherwise)) {
			break
		}
	}
	return found
}

// tryOr tries a statement, or else its requests without a key that must be refused, whatever the device lacks for the
// others.
func (s *session) tryOr(ctx context.Context, one statements.Statement) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	found := skip(s.skips(one))
	if found == nil {
		found = s.try(ctx, one)
	}
	if pairs(one) || !errors.As(found, new(reason)) {
		return found
	}
	for line := range strings.Lines(one.Show) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "ANON ") && strings.Contains(line, " -> 401") && s.cannot(line) == "" {
			found = errors.Join(found, s.weigh(one, line, s.line(ctx, one.At, line)))
		}
	}
	return found
}

// asks returns the method and the path of a line's request.
func asks(line string) (method, path string) {
	words := strings.Fields(line)
	for len(words) > 0 && (words[0] == "ANON" || words[0] == "WRONG") {
		words = words[1:]
	}
	words = append(words, "", "")
	return words[0], absolute(words[1])
}

// target returns the path of a line's request.
func target(line string) string {
	_, path := asks(line)
	return path
}

// absolute returns the path that a target means.
func absolute(target string) string {
	if strings.HasPrefix(target, "/") {
		return target
	}
	if rest, of := strings.CutPrefix(target, "."); of {
		return devicePath + rest
	}
	return devicePath + "/" + target
}

// unknown returns which word in braces of a line a foreign device says nothing about, as a
// reason not to ask.
func (s *session) unknown(line string) string {
	for word, value := range s.words {
		if !s.own && (value == "null" || value == "") && strings.Contains(line, "{"+word+"}") {
			return "the device does not say its " + word
		}
	}
	return ""
}

// leaves returns why a line is not sent that changes something: nobody may, or what others left behind
// would be counted.
func (s *session) leaves(line string) string {
	method, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch {
	case method != http.MethodPut && method != http.MethodPost && method != http.MethodDelete:
		return ""
	case s.readOnly:
		return "the key may only read"
	case method == http.MethodPost && target(line) == notificationsPath && len(s.posted) > 0:
		return "a notification before it cannot be taken back"
	case method == http.MethodPost && target(line) == notificationsPath:
		return s.lacks(notificationsPath + "/") // it could not be taken back
	}
	return ""
}

// held returns why a foreign device lets no such notification in: by a mode or a screensaver of its own, which the
// test could not end.
func (s *session) held(line string) string {
	method, path := asks(line)
	if s.own || method != http.MethodPost || path != notificationsPath || strings.Contains(line, `"critical"`) {
		return ""
	}
	for name, value := range map[string]string{"mode": `"kiosk"`, saverOn: "true"} {
		if s.now[name] == value && s.fresh[name] != value {
			return fmt.Sprintf("the device stays in a state of %s %s, which holds notifications back", name, value)
		}
	}
	return ""
}

// mute returns why a line with a sound is not sent to a foreign device, "" if it is.
func (s *session) mute(line string) string {
	if !strings.Contains(line, `"sound":{`) {
		return ""
	}
	return s.lacks(audioPath)
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
		if s.Replay {
			return nil
		}
		pause.For(ctx, d)
		return ctx.Err()
	case "rises":
		return rises(rest)
	}
	asked, want, ok := strings.Cut(line, " -> ")
	if !ok {
		return fmt.Errorf("%q is not a line of a statement", line)
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
	e.path = absolute(e.path)
	for _, part := range []string{"audio", "bluetooth", "wifi", "display"} { // of the whole state
		if e.path == devicePath && s.lacks(devicePath+"/"+part) != "" {
			e.want = strings.ReplaceAll(e.want, ` & "`+part+`"`, "")
		}
	}
	if s.braces {
		e.want = strings.ReplaceAll(e.want, "{/:", "/{:")
	}
	return s.exchange(ctx, e)
}

// values are the values of the words in braces.
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

// rises checks that the second of two numbers is larger.
func rises(text string) error {
	words := strings.Fields(text)
	if len(words) != 2 {
		return fmt.Errorf("%q, want two numbers", text)
	}
	a, first := new(big.Int).SetString(words[0], 10)
	b, second := new(big.Int).SetString(words[1], 10)
	if !first || !second || a.Cmp(b) >= 0 {
		return &unlike{fmt.Errorf("the id %s comes after %s", words[1], words[0]), false}
	}
	return nil
}
