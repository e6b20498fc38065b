// SPDX-License-Identifier: Apache-2.0

package conform

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/statements"
	"github.com/ledpost/ledpost/internal/pause"
)

// awtrixProfile is the profile of AWTRIX 3 and of what takes its place.
const awtrixProfile = "awtrix3"

// awtrixPatience is how long a device may take until a GET tells what it has done: two
// apps slide past each other first, or a notification of a second ends.
const awtrixPatience = 5 * time.Second

// awtrixRows are the statements about AWTRIX's interface that clients rely on, in the order in
// which they are tried (https://blueforcer.github.io/awtrix3/#/api). A line is a request, and
// after => its status and what the answer has, or has not after "!". No notification is
// dismissed but the one that shows.
var awtrixRows = []struct{ says, show string }{
	{"the stats have what sensors and switches are made of", `
		GET /api/stats => 200 "version": & "bri": & "app": & "uid": & "matrix": & "indicator1":`},
	{"effects and transitions are lists of names", `
		GET /api/effects => 200 [" & "]
		GET /api/transitions => 200 [" & "]`},
	{"the loop is apps and their places", `GET /api/loop => 200 {" & :0`},
	{"the settings have the adapters' keys", `
		GET /api/settings => 200 "ATIME": & "ATRANS": & "BRI": & "ABRI": & "TIM": & "DAT":`},
	{"the screen is numbers", `GET /api/screen => 200 [`},
	{"a custom app is in the loop", `
		POST /api/custom?name=conform {"text":"conform"} => 200
		GET /api/loop => 200 "conform"`},
	{"a custom app is switched to", `
		POST /api/switch {"name":"conform"} => 200
		GET /api/stats => 200 "app":"conform"`},
	{"a custom app changes, and shows its bitmap", `
		POST /api/custom?name=conform {"draw":[{"db":[0,0,3,1,[16711680,65280,255]]}]} => 200
		GET /api/screen => 200 [16711680,65280,255,`},
	{"a colour is three numbers or a text", `
		POST /api/custom?name=conform {"draw":[{"dp":[0,0,"#FF0000"]},{"dp":[1,0,[0,255,0]]}]} => 200
		GET /api/screen => 200 [16711680,65280,`},
	{"an empty body takes a custom app away", `
		POST /api/custom?name=conform => 200
		GET /api/loop => 200 !conform`},
	{"an array makes pages, and one name takes all away", `
		POST /api/custom?name=conform [{"text":"1"},{"text":"2"}] => 200
		GET /api/loop => 200 "conform0" & "conform1"
		POST /api/custom?name=conform => 200
		GET /api/loop => 200 !conform`},
	{"a notification is taken, shows and is dismissed", `
		POST /api/notify {"draw":[{"db":[0,0,3,1,[65280,255,16711680]]}],"duration":10} => 200
		GET /api/screen => 200 [65280,255,16711680,
		POST /api/notify/dismiss => 200
		GET /api/screen => 200 ![65280,255,16711680,`},
	{"quotes may be single, as templates write them", `
		POST /api/notify {'text':'conform','duration':1} => 200
		GET /api/stats => 200 !"app":"Notification"`},
	{"JSON that cannot be read is refused by name", `POST /api/notify {"text":} => 500 ErrorParsingJson`},
	{"an indicator is on and off", `
		POST /api/indicator1 {"color":"#FF0000"} => 200
		GET /api/stats => 200 "indicator1":true
		POST /api/indicator1 => 200
		GET /api/stats => 200 "indicator1":false`},
	{"there are three indicators", `
		POST /api/indicator2 => 200
		POST /api/indicator3 => 200`},
	{"the display is switched off and on", `
		POST /api/power {"power":false} => 200
		GET /api/stats => 200 "matrix":false
		POST /api/power {"power":true} => 200
		GET /api/stats => 200 "matrix":true`},
	{"the turns stop and go on", `
		POST /api/settings {"ATRANS":false} => 200
		GET /api/settings => 200 "ATRANS":false
		POST /api/settings {"ATRANS":true} => 200
		GET /api/settings => 200 "ATRANS":true`},
	{"the time of an app is set", `
		POST /api/settings {"ATIME":13} => 200
		GET /api/settings => 200 "ATIME":13`},
	{"the next and the previous app are asked for", `
		POST /api/nextapp => 200
		POST /api/previousapp => 200`},
	{"an unknown app is not switched to", `POST /api/switch {"name":"conform-nosuchapp"} => 500`},
	{"an unknown sound is not played", `POST /api/sound {"sound":"conform-nosuchsound"} => 404`},
}

// awtrixState is what a run on AWTRIX's interface may change.
type awtrixState struct {
	settings struct {
		ATRANS bool
		ATIME  float64
	}
	stats struct {
		App                                string
		Matrix                             bool
		Indicator1, Indicator2, Indicator3 bool
	}
	loop map[string]any
	lost map[string]error // by path: what cannot be read
}

// Paths of what AWTRIX tells of itself.
const (
	awtrixSettings = "/api/settings"
	awtrixStats    = "/api/stats"
	awtrixLoop     = "/api/loop"
)

// awtrixShows is the app that AWTRIX names while a notification shows.
const awtrixShows = "Notification"

// awtrixNow reads it.
func (s *session) awtrixNow(ctx context.Context) (is awtrixState) {
	is.lost = map[string]error{}
	for path, to := range map[string]any{awtrixSettings: &is.settings, awtrixStats: &is.stats, awtrixLoop: &is.loop} {
		if err := s.get(ctx, path, to); err != nil {
			is.lost[path] = err
		}
	}
	return is
}

// skips returns why a statement is not tried, "" if it is: what it changes could not be put back.
func (was *awtrixState) skips(show string) string {
	for _, one := range []struct{ request, path string }{
		{"POST " + awtrixSettings, awtrixSettings}, {"/api/power", awtrixStats}, {"/api/indicator", awtrixStats},
		{"/api/switch", awtrixStats}, {"app =>", awtrixStats}, {"/api/notify", awtrixStats}, {"=conform", awtrixLoop},
	} {
		if err := was.lost[one.path]; err != nil && strings.Contains(show, one.request) {
			return "what it changes could not be put back: " + err.Error()
		}
	}
	lit := was.stats.Indicator1 || was.stats.Indicator2 || was.stats.Indicator3
	switch {
	case strings.Contains(show, "/api/indicator") && lit:
		return "an indicator is on, which could not be put back"
	case strings.Contains(show, "conform") && was.ours():
		return "the device has an app of that name"
	}
	return ""
}

// ours reports whether the loop has apps named as those of the statements.
func (was *awtrixState) ours() bool {
	for name := range was.loop {
		if strings.HasPrefix(name, "conform") {
			return true
		}
	}
	return false
}

// awtrix tries the statements about AWTRIX's interface and puts back what they change.
func (s *session) awtrix(ctx context.Context, tell func(Result)) (err error) {
	was := s.awtrixNow(ctx)
	if len(was.lost) == 3 {
		return was.lost[awtrixSettings]
	}
	if was.stats.App == awtrixShows {
		return errors.New("the device shows a notification, which hides the rest and would be dismissed: dismiss it or " +
			"try later")
	}
	defer func() {
		ctx, done := context.WithTimeout(context.WithoutCancel(ctx), endTime)
		defer done()
		s.at, s.step = "", 0
		err = errors.Join(err, s.awtrixBack(ctx, was))
		s.Client.CloseIdleConnections()
	}()
	if was.lost[awtrixStats] == nil && !was.stats.Matrix { // in the dark nothing is seen
		_ = s.do(ctx, http.MethodPost, "/api/power", `{"power":true}`) // it has a statement
	}
	timed, done := context.WithTimeout(ctx, awtrixTime)
	defer done()
	for _, row := range awtrixRows {
		r := Result{Statement: statements.Statement{At: "AWTRIX", Says: row.says, Show: row.show}}
		begun := time.Now()
		s.at, s.step = r.Name(), 0
		found := skip(was.skips(row.show))
		if found == nil {
			found = s.awtrixRow(timed, row.show)
		}
		if r.Took = time.Since(begun); ctx.Err() != nil {
			return ctx.Err()
		}
		if found != nil && timed.Err() != nil {
			found = late(awtrixTime)
		}
		r.judge(found)
		tell(r)
	}
	return nil
}

// awtrixBack makes the device what it was.
func (s *session) awtrixBack(ctx context.Context, was awtrixState) (err error) {
	back := func(path string, body any) {
		raw, _ := json.Marshal(body) // it is of texts, numbers and booleans
		err = errors.Join(err, s.do(ctx, http.MethodPost, path, string(raw)))
	}
	if was.lost[awtrixLoop] == nil && !was.ours() {
		err = s.do(ctx, http.MethodPost, "/api/custom?name=conform", "")
	}
	if was.lost[awtrixStats] == nil {
		if was.stats.App != "" {
			back("/api/switch", map[string]any{"name": was.stats.App})
		}
		back("/api/power", map[string]any{"power": was.stats.Matrix})
	}
	if was.lost[awtrixSettings] == nil {
		back(awtrixSettings, map[string]any{"ATRANS": was.settings.ATRANS, "ATIME": was.settings.ATIME})
	}
	now := s.awtrixNow(ctx)
	if err == nil && (now.settings != was.settings || now.stats.Matrix != was.stats.Matrix) {
		err = fmt.Errorf("the device has %+v, display %v, and had %+v, %v", now.settings, now.stats.Matrix, was.settings,
			was.stats.Matrix)
	}
	if err != nil {
		return fmt.Errorf("not everything is as before: %w", err)
	}
	return nil
}

// errHidden is the error of a dismissal that may be of another's notification.
var errHidden error = reason("another client's notification shows, which stays")

// awtrixRow does the lines of a statement up to the first fault. A GET is repeated until it is as wanted.
func (s *session) awtrixRow(ctx context.Context, lines string) error {
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		request, want, _ := strings.Cut(strings.TrimSpace(line), " => ")
		method, rest, _ := strings.Cut(request, " ")
		e := exchange{method: method, want: want}
		e.path, e.body, _ = strings.Cut(rest, " ")
		s.step++
		if e.path == "/api/notify" {
			if err := s.alone(ctx); err != nil {
				return err
			}
		}
		for tries, begun := 0, time.Now(); ; tries++ {
			a, err := s.send(ctx, e.method, e.path, e.body, s.Key)
			if err != nil {
				return err
			}
			if err = e.check(a); err == nil {
				break
			}
			if e.method != http.MethodGet || tries > int(awtrixPatience/awtrixAgain) || time.Since(begun) > awtrixPatience {
				return fmt.Errorf("after %v: %w", time.Duration(tries)*awtrixAgain, err)
			}
			if s.Replay {
				continue
			}
			if !pause.For(ctx, awtrixAgain) {
				return ctx.Err()
			}
		}
	}
	return nil
}

// alone returns an error where a notification shows.
func (s *session) alone(ctx context.Context) error {
	var now awtrixState
	if err := s.get(ctx, awtrixStats, &now.stats); err != nil || now.stats.App != awtrixShows {
		return err
	}
	return errHidden
}

// awtrixTime is how long all statements may take; the rest is skipped.
const awtrixTime = 2 * time.Minute

// awtrixAgain is the time between two tries.
const awtrixAgain = 100 * time.Millisecond
