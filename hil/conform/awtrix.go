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
// apps slide past each other first.
const awtrixPatience = 3 * time.Second

// awtrixRows are the statements about AWTRIX's interface that clients rely on, in the order in
// which they are tried (https://blueforcer.github.io/awtrix3/#/api). A line is a request, and
// after => its status and what the answer has, or has not after "!".
var awtrixRows = []struct{ says, show string }{
	{"the stats have what sensors and switches are made of", `GET /api/stats => 200 "version": & "bri": & "app": & "uid": & "matrix": & "indicator1":`},
	{"effects and transitions are lists of names", "GET /api/effects => 200 [\" & \"]\nGET /api/transitions => 200 [\" & \"]"},
	{"the loop is apps and their places", `GET /api/loop => 200 {" & :0`},
	{"the settings have the adapters' keys", `GET /api/settings => 200 "ATIME": & "ATRANS": & "BRI": & "ABRI": & "TIM": & "DAT":`},
	{"the screen is numbers", "GET /api/screen => 200 ["},
	{"a custom app is in the loop", "POST /api/custom?name=conform {\"text\":\"conform\"} => 200\nGET /api/loop => 200 \"conform\""},
	{"a custom app is switched to", "POST /api/switch {\"name\":\"conform\"} => 200\nGET /api/stats => 200 \"app\":\"conform\""},
	{"a custom app changes, and shows its bitmap",
		"POST /api/custom?name=conform {\"draw\":[{\"db\":[0,0,3,1,[16711680,65280,255]]}]} => 200\nGET /api/screen => 200 [16711680,65280,255,"},
	{"a colour is three numbers or a text",
		"POST /api/custom?name=conform {\"draw\":[{\"dp\":[0,0,\"#FF0000\"]},{\"dp\":[1,0,[0,255,0]]}]} => 200\nGET /api/screen => 200 [16711680,65280,"},
	{"an empty body takes a custom app away", "POST /api/custom?name=conform => 200\nGET /api/loop => 200 !conform"},
	{"an array makes pages, and one name takes all away",
		"POST /api/custom?name=conform [{\"text\":\"1\"},{\"text\":\"2\"}] => 200\nGET /api/loop => 200 \"conform0\" & \"conform1\"\n" +
			"POST /api/custom?name=conform => 200\nGET /api/loop => 200 !conform"},
	{"a notification is taken and dismissed", "POST /api/notify {\"text\":\"conform\",\"hold\":true} => 200\nPOST /api/notify/dismiss => 200"},
	{"quotes may be single, as templates write them", "POST /api/notify {'text':'conform','duration':1} => 200\nPOST /api/notify/dismiss => 200"},
	{"JSON that cannot be read is refused by name", `POST /api/notify {"text":} => 500 ErrorParsingJson`},
	{"an indicator is on and off",
		"POST /api/indicator1 {\"color\":\"#FF0000\"} => 200\nGET /api/stats => 200 \"indicator1\":true\nPOST /api/indicator1 => 200\n" +
			"GET /api/stats => 200 \"indicator1\":false"},
	{"there are three indicators", "POST /api/indicator2 => 200\nPOST /api/indicator3 => 200"},
	{"the display is switched off and on",
		"POST /api/power {\"power\":false} => 200\nGET /api/stats => 200 \"matrix\":false\nPOST /api/power {\"power\":true} => 200\n" +
			"GET /api/stats => 200 \"matrix\":true"},
	{"the turns stop and go on",
		"POST /api/settings {\"ATRANS\":false} => 200\nGET /api/settings => 200 \"ATRANS\":false\nPOST /api/settings {\"ATRANS\":true} => 200\n" +
			"GET /api/settings => 200 \"ATRANS\":true"},
	{"the time of an app is set", "POST /api/settings {\"ATIME\":13} => 200\nGET /api/settings => 200 \"ATIME\":13"},
	{"the next and the previous app are asked for", "POST /api/nextapp => 200\nPOST /api/previousapp => 200"},
	{"an unknown app is not switched to", `POST /api/switch {"name":"conform-nosuchapp"} => 500`},
	{"an unknown sound is not played", `POST /api/sound {"sound":"conform-nosuchsound"} => 404`},
}

// awtrix tries the statements about AWTRIX's interface and puts back what they change; only that an
// indicator was on, which it does not tell in full, is lost.
func (s *session) awtrix(ctx context.Context, tell func(Result)) (err error) {
	var was struct {
		ATRANS bool
		ATIME  float64
	}
	if err := s.get(ctx, "/api/settings", &was); err != nil {
		return err
	}
	defer func() {
		ctx, done := context.WithTimeout(context.WithoutCancel(ctx), endTime)
		defer done()
		back, _ := json.Marshal(map[string]any{"ATRANS": was.ATRANS, "ATIME": was.ATIME})
		err = errors.Join(err, s.do(ctx, http.MethodPost, "/api/settings", string(back)),
			s.do(ctx, http.MethodPost, "/api/custom?name=conform", ""))
		s.Client.CloseIdleConnections()
	}()
	for _, row := range awtrixRows {
		r := Result{Statement: statements.Statement{At: "AWTRIX", Says: row.says, Show: row.show}}
		begun := time.Now()
		s.at, s.step = r.Name(), 0
		fault := s.awtrixRow(ctx, row.show)
		if r.Took = time.Since(begun); ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(fault, errUnrecorded) {
			r.Skipped = errUnrecorded.Error()
		} else if fault != nil {
			r.Fault = fault.Error()
		}
		tell(r)
	}
	return nil
}

// awtrixRow does the lines of a statement up to the first fault. A GET is repeated until it is as wanted.
func (s *session) awtrixRow(ctx context.Context, lines string) error {
	for line := range strings.SplitSeq(lines, "\n") {
		request, want, _ := strings.Cut(line, " => ")
		method, rest, _ := strings.Cut(request, " ")
		e := exchange{method: method, want: want}
		e.path, e.body, _ = strings.Cut(rest, " ")
		s.step++
		for tries := 0; ; tries++ {
			a, err := s.send(ctx, e.method, e.path, e.body, s.Key)
			if err != nil {
				return err
			}
			if err = e.check(a); err == nil {
				break
			}
			if e.method != http.MethodGet || tries > int(awtrixPatience/awtrixAgain) {
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

// awtrixAgain is the time between two tries.
const awtrixAgain = 100 * time.Millisecond
