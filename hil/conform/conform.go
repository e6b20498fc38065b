// SPDX-License-Identifier: Apache-2.0

// Package conform tries what docs/api.md and docs/decisions.md say of the API on a
// device over HTTP: this program's, the original, or another one with that API. What it
// changes it puts back.
package conform

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/statements"
)

// Limits of a run.
const (
	mostTime = 50 * time.Second // rules not tried by then are skipped
	endTime  = 10 * time.Second // for putting everything back
	mostWait = 10 * time.Second // of all waits together
	callTime = 5 * time.Second  // of one request
)

// Config says which device is tried, and what it may be asked to do. URL and Key are
// required.
type Config struct {
	URL  string // as http://192.168.1.5:8080; of a client, the address that it was given
	Key  string // of the API; for devices of this program, of scope all
	Loud bool   // statements that play sounds or set the volume to its highest, too
	// Pair tries to get a key as a new client does, too: the panel shows that, and
	// the device then lets this machine's address ask again after an hour only.
	Pair bool
	// Profile is the kind of the device, one of [Profiles]; "" = what the device says
	// that it is. On a foreign one, statements that LaMetric's documentation does not
	// make differ where they do not hold.
	Profile string
	// Replay says that the answers do not depend on time, as those of a recording: no wait
	// takes any.
	Replay bool
	// Client sends the requests; nil = a client that takes any certificate, because
	// devices sign their own.
	Client *http.Client
	// Listener is where a client comes; nil = a listener at the port of URL.
	Listener net.Listener
	// Each is called with each result, once it is known; nil = nobody is.
	Each func(Result)

	archive *Archive // that takes a client's calls, or has them; nil = none
}

// Run tries the statements one after the other and returns what became of each. The
// device must answer to the key and have no notifications, which would be counted and
// dismissed; otherwise, and when something could not be put back, there is an error. When ctx
// ends, Run puts everything back, which may take 10 s, and returns the results so far and
// the error of ctx.
func Run(ctx context.Context, c Config) (all []Result, err error) {
	tell := func(r Result) {
		r.Why = printable(r.Why)
		if all = append(all, r); c.Each != nil {
			c.Each(r)
		}
	}
	switch c.Profile {
	case awtrixProfile:
		err := newSession(c).awtrix(ctx, tell)
		return all, err
	case TronbytClient:
		err := tronbyt(ctx, c, tell)
		return all, err
	}
	timed, done := context.WithTimeout(ctx, mostTime)
	defer done()
	s, err := begin(timed, c)
	if err != nil {
		return nil, err
	}
	defer func() {
		ctx, done := context.WithTimeout(context.WithoutCancel(ctx), endTime)
		defer done()
		s.at, s.step = "", 0
		err = errors.Join(err, s.end(ctx))
	}()
	s.mayWrite(timed)
	_ = s.reset(timed) // the checks tell what the device refuses
	for _, r := range s.checks() {
		tell(r)
	}
	for _, one := range ordered() {
		begun := time.Now()
		s.at, s.step = one.At+": "+one.Says, 0
		found := s.tryOr(timed, one)
		r := Result{Statement: one, Took: time.Since(begun)}
		if s.step > 0 || len(s.put) > 0 { // it has asked
			found = errors.Join(found, s.clean(ctx))
		}
		if ctx.Err() != nil { // what it found is of the interrupt
			return all, ctx.Err()
		}
		if found != nil && timed.Err() != nil {
			found = late(mostTime)
		}
		r.judge(found)
		tell(r)
	}
	return all, nil
}

// clean takes back what a statement has done; its error leaves out what is not asked again, which was told when there
// was no answer.
func (s *session) clean(ctx context.Context) (err error) {
	s.step++
	for _, one := range apart(s.clear(ctx)) {
		if !errors.Is(one, errGone) {
			err = errors.Join(err, one)
		}
	}
	return err
}

// late is the reason not to try a statement after so long.
func late(limit time.Duration) error { return reason(fmt.Sprintf("the run has taken %v", limit)) }

// ordered returns the statements, pairing last: the panel shows for a while what became
// of it, over all but critical notifications.
func ordered() []statements.Statement {
	all := statements.All()
	slices.SortStableFunc(all, func(a, b statements.Statement) int {
		switch late, also := pairs(a), pairs(b); {
		case late == also:
			return 0
		case late:
			return 1
		}
		return -1
	})
	return all
}

// pairs reports whether a statement asks for a key.
func pairs(s statements.Statement) bool { return strings.Contains(s.Show, userPath) }

// cannot returns why a line's request is not sent, "" if it is.
func (s *session) cannot(line string) string {
	return cmp.Or(s.lacks(target(line)), s.lately(line), s.mute(line), s.held(line), s.unknown(line), s.unnamed(line),
		s.leaves(line))
}

// skips returns why a statement is not tried, "" if it is, and then takes what it waits
// off the time that is left for waiting.
func (s *session) skips(one statements.Statement) string {
	var wait time.Duration
	var requests, tests []string
	lacks := ""
	for line := range strings.Lines(one.Show) {
		switch word, rest, _ := strings.Cut(strings.TrimSpace(line), " "); word {
		case "", "rises":
		case "wait":
			d, err := time.ParseDuration(rest)
			if err != nil {
				return err.Error()
			}
			wait += d
		case "test":
			tests = append(tests, rest)
		default:
			requests = append(requests, line)
			lacks = cmp.Or(lacks, s.cannot(line))
		}
	}
	text := strings.Join(requests, "\n")
	switch {
	case len(requests) == 0:
		return "it is not about HTTP alone: " + strings.Join(tests, ", ")
	case one.Only != "":
		return one.Only
	case one.Device == statements.Braces && s.braces: // the option is on
	case one.Device != "" && one.Device != statements.Saving:
		return "it wants " + string(one.Device)
	case lacks != "":
		return lacks
	case one.Device == statements.Saving && s.saves() != "":
		return s.saves()
	case s.braces && one.At == "5, index":
		return "the device writes /{:id}"
	case !s.own && strings.HasPrefix(one.At, "Addresses, Paths"):
		return "the profile says what the index has"
	case !s.Loud && (strings.Contains(text, `"sound":{`) || strings.Contains(text, `"volume":100`)):
		return "it may play sounds: use --loud"
	case !s.Pair && pairs(one):
		return "it asks for a key: use --pair"
	case wait > s.patience:
		return fmt.Sprintf("it waits %v; all statements together may wait %v", wait, mostWait)
	}
	s.patience -= wait
	return ""
}
