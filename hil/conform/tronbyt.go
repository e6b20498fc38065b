// SPDX-License-Identifier: Apache-2.0

package conform

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/statements"
)

// TronbytClient is the profile of a device that shows what a Tronbyt server draws. It comes to the
// run, which is the server: URL is the address that the device is given.
const TronbytClient = "tronbyt-client"

// How long a client may take.
const (
	firstCall  = 2 * time.Minute // until it comes: somebody sets its address
	backAgain  = time.Minute     // until it comes again
	soonTime   = 5 * time.Second // until it answers
	clientTime = 4 * time.Minute // for all statements; the rest is skipped
	quietTime  = 500 * time.Millisecond
)

// Ways of a client to its pictures, by the first thing that it does.
const (
	polls   = "asks"     // GET …/next for each picture
	listens = "connects" // a WebSocket at …/ws
)

// tronbytRows are the statements about clients of a Tronbyt server, in the order in which they are
// tried (https://github.com/tronbyt/server: README.md, internal/server/websockets.go and
// handlers_device_api.go). The server does:
//
//	answer [status=N] [dwell=SECONDS] [brightness=PERCENT] [PICTURE]   to the request that waits
//	say JSON, send PICTURE, ping, drop, refuse STATUS                  on the WebSocket
//
// and the client
//
//	asks [DWELL], displays [DWELL]   that long after it did before
//	connects, refused, queues, pong
//	tells TEXT & TEXT                of itself, since it is connected
//	names, key                       its firmware and its key, with its last request
//	rest                             whatever it does until it is quiet
var tronbytRows = []struct {
	over, says, show string
	mild             bool // a client that does otherwise only differs
}{
	{polls, "it names its firmware", "names", true},
	{polls, "it has its key", "key", false},
	{polls, "a picture shows for its dwell",
		"answer dwell=1 lossless\nasks\nanswer dwell=5 lossless\nasks 5s", false},
	{polls, "a shorter dwell counts at once",
		"answer dwell=5 lossless\nasks\nanswer dwell=1 lossless\nasks 1s", false},
	{polls, "the brightness changes no dwell",
		"answer dwell=1 brightness=100 lossless\nasks\nanswer dwell=3 brightness=20 lossless\nasks 3s", false},
	{polls, "a lossy picture shows for its dwell",
		"answer dwell=1 lossless\nasks\nanswer dwell=3 lossy\nasks 3s", false},
	{polls, "an animation shows for its dwell, though it is shorter",
		"answer dwell=1 lossless\nasks\nanswer dwell=3 animated\nasks 3s", false},
	{polls, "a picture that cannot be read does not end the turns",
		"answer dwell=1 broken\nasks\nanswer dwell=1 lossless\nasks", false},
	{polls, "it goes on without dwell and brightness", "answer lossless\nasks", false},
	{polls, "it asks again after an error of the server",
		"answer status=503\nasks\nanswer dwell=1 lossless\nasks", false},
	{polls, "it asks again after an answer that breaks off",
		"answer status=0\nasks\nanswer dwell=1 lossless\nasks", false},

	{listens, "it tells its firmware and the protocol",
		`tells "firmware_version":" & "firmware_type":" & "protocol_version":1`, false},
	{listens, "it tells its hardware address", `tells "mac":"`, true},
	{listens, "it has its key", "key", false},
	{listens, "a picture is acknowledged when it comes and when it shows", shows("lossless"), false},
	{listens, "a lossy picture shows", shows("lossy"), false},
	{listens, "an animation shows", shows("animated"), false},
	{listens, "the next picture waits until the dwell is over",
		atOnce(5, "lossless") + "\ndisplays\n" + picture(1, "lossy") + "\nqueues\ndisplays 5s", false},
	{listens, "a shorter dwell counts at once",
		atOnce(2, "lossless") + "\ndisplays\n" + picture(1, "lossy") + "\ndisplays 2s\n" + picture(1, "lossless") +
			"\ndisplays 1s", false},
	{listens, "a picture for now shows before the dwell is over",
		atOnce(60, "lossless") + "\ndisplays\n" + atOnce(1, "lossy") + "\nqueues\ndisplays", false},
	{listens, "the brightness changes no dwell",
		atOnce(3, "lossless") + "\ndisplays\nsay {\"brightness\":20}\n" + picture(1, "lossy") + "\ndisplays 3s", false},
	{listens, "a picture that cannot be read does not end the turns",
		atOnce(1, "broken") + "\nrest\n" + shows("lossless"), false},
	{listens, "messages that it does not know change nothing",
		"say {\"conform\":true}\nsay no JSON\n" + shows("lossless"), false},
	{listens, "it answers a ping", "ping\npong", false},
	{listens, "it comes back when the connection ends",
		"drop\nconnects\ntells \"firmware_version\":\"\n" + shows("lossless"), false},
	{listens, "it comes back when the server starts again",
		"refuse 503\ndrop\nrefused\nconnects\n" + shows("lossless"), false},
}

// picture sends a picture with its dwell in seconds, atOnce shows it at once, and shows waits until it does.
func picture(dwell int, name string) string {
	return fmt.Sprintf("say {\"dwell_secs\":%d}\nsend %s", dwell, name)
}
func atOnce(dwell int, name string) string {
	return picture(dwell, name) + "\nsay {\"immediate\":true}"
}
func shows(name string) string { return atOnce(1, name) + "\nqueues\ndisplays" }

// A call is what a client did.
type call struct {
	At    string        `json:"at"`             // the statement
	After time.Duration `json:"after"`          // the begin of the run, in nanoseconds
	What  string        `json:"what"`           // asks, connects, refused, says, leaves, pong; "" = nothing for a while
	Key   string        `json:"key,omitempty"`  // right or wrong; "" = it has been given none
	Text  string        `json:"text,omitempty"` // its message, or the firmware that it named
}

// stage is where clients are tried.
type stage interface {
	// do lets the server do something.
	do(ctx context.Context, act, rest string) error
	// next returns what the client does next, "" when that is nothing for so long. It
	// returns an error when ctx ends, or an archive has no more.
	next(ctx context.Context, at string, most time.Duration) (call, error)
}

// tronbyt tries the statements about clients on the one that comes.
func tronbyt(ctx context.Context, c Config, tell func(Result)) error {
	on, end, err := c.stage()
	if err != nil {
		return err
	}
	defer end()
	v := &visit{stage: on}
	first, err := on.next(ctx, "", firstCall)
	switch {
	case err != nil:
		return err
	case first.What != polls && first.What != listens:
		return fmt.Errorf("no device has come to %s within %v", c.URL, firstCall)
	}
	v.note(first)
	timed, done := context.WithTimeout(ctx, clientTime)
	defer done()
	for _, row := range tronbytRows {
		if row.over != first.What {
			continue
		}
		r := Result{Statement: statements.Statement{At: "Tronbyt", Says: row.says, Show: row.show}}
		begun := time.Now()
		v.at = r.Name()
		var found error
		if row.show == "key" && v.seen.Key == "" {
			found = reason("no key is given")
		} else if found = timed.Err(); found == nil {
			found = v.row(timed, row.over, row.show)
		}
		if r.Took = time.Since(begun); ctx.Err() != nil {
			return ctx.Err()
		}
		switch {
		case found != nil && timed.Err() != nil:
			found = late(clientTime)
		case row.mild:
			found = mildly(found)
		}
		r.judge(found)
		tell(r)
	}
	return nil
}

// A visit is a run on a client.
type visit struct {
	stage
	at string // the statement that is tried

	here  bool          // a request waits, or the client is connected
	seen  call          // its last request
	info  string        // what it told of itself since then
	heard []call        // what is not looked at yet
	last  time.Duration // when it asked or displayed last
}

// row does the lines of a statement, on a client that is there, up to the first fault.
func (v *visit) row(ctx context.Context, over, lines string) (err error) {
	v.heard = nil
	defer func() {
		if err != nil && ctx.Err() == nil && !errors.Is(err, errUnrecorded) {
			err = errors.Join(err, v.rest(ctx))
		}
	}()
	if !v.here {
		if _, err := v.until(ctx, over, "", backAgain); err != nil {
			return err
		}
	}
	for line := range strings.SplitSeq(lines, "\n") {
		if err := v.line(ctx, line); err != nil {
			return err
		}
	}
	return nil
}

// line does one line.
func (v *visit) line(ctx context.Context, line string) error {
	verb, rest, _ := strings.Cut(line, " ")
	switch verb {
	case "names":
		return wants(v.seen.Text != "", "no X-Firmware-Version")
	case "key":
		return wants(v.seen.Key == "right", "the key is neither its Bearer nor in its URL")
	case "rest":
		return v.rest(ctx)
	case "asks":
		return v.dwells(ctx, verb, "", rest, backAgain)
	case "displays":
		return v.dwells(ctx, "says", `"displaying":`, rest, soonTime)
	case "queues":
		_, err := v.until(ctx, "says", `"queued":`, soonTime)
		return err
	case "pong":
		_, err := v.until(ctx, verb, "", soonTime)
		return err
	case "connects", "refused":
		_, err := v.until(ctx, verb, "", backAgain)
		return err
	case "tells":
		if v.info == "" {
			if _, err := v.until(ctx, "says", `"client_info":`, soonTime); err != nil {
				return err
			}
		}
		for text := range strings.SplitSeq(rest, " & ") {
			if !strings.Contains(v.info, text) {
				return fmt.Errorf("it tells %.300s, want %s", v.info, text)
			}
		}
		return nil
	}
	if verb == "answer" || verb == "drop" {
		v.here = false
	}
	return v.do(ctx, verb, rest)
}

func wants(ok bool, otherwise string) error {
	if ok {
		return nil
	}
	return errors.New(otherwise)
}

// dwells waits for something of the client, which must come after a dwell, if there is one: not more
// than 1 s or half of it before, nor 2 s after.
func (v *visit) dwells(ctx context.Context, what, text, dwell string, most time.Duration) error {
	want, err := time.ParseDuration(dwell)
	if dwell != "" {
		if err != nil {
			return err
		}
		most = want + soonTime
	}
	before := v.last
	c, err := v.until(ctx, what, text, most)
	if err != nil {
		return err
	}
	took := c.After - before
	if v.last = c.After; dwell != "" && (took < max(want-time.Second, want/2) || took > want+2*time.Second) {
		return fmt.Errorf("the picture with a dwell of %v ends after %v", want, took.Round(10*time.Millisecond))
	}
	return nil
}

// until waits until the client does something, with a text.
func (v *visit) until(ctx context.Context, what, text string, most time.Duration) (call, error) {
	fits := func(c call) bool { return c.What == what && strings.Contains(c.Text, text) }
	for i, c := range v.heard {
		if fits(c) {
			v.heard = append(v.heard[:i], v.heard[i+1:]...)
			return c, nil
		}
	}
	for begun := time.Now(); ; {
		c, err := v.next(ctx, v.at, most-time.Since(begun))
		if err != nil {
			return c, err
		}
		if v.note(c); fits(c) {
			return c, nil
		}
		switch {
		case c.What == "":
			return c, fmt.Errorf("after %v: no %s", most, strings.TrimSpace(what+" "+text))
		case c.What == "leaves" && what == "says":
			return c, errors.New("it ends the connection")
		}
		v.heard = append(v.heard, c)
	}
}

// note notes what a call says of the client.
func (v *visit) note(c call) {
	switch c.What {
	case polls, listens:
		v.here, v.seen, v.info, v.heard, v.last = true, c, "", nil, c.After
	case "leaves":
		v.here = false
	}
	if strings.Contains(c.Text, `"client_info":`) && c.What == "says" {
		v.info = c.Text
	}
}

// rest waits until the client is quiet, and forgets what it did, but at most as long as it may take to come again.
func (v *visit) rest(ctx context.Context) error {
	for begun := time.Now(); time.Since(begun) < backAgain; {
		c, err := v.next(ctx, v.at, quietTime)
		if err != nil || c.What == "" {
			v.heard = nil
			return err
		}
		v.note(c)
	}
	return nil
}
