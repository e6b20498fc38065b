// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
)

// TestTry: what can be tried, and what is refused.
func TestTry(t *testing.T) {
	r := newRig(t, nil)
	for _, row := range []struct{ why, body, fault string }{
		{"an effect of text", `{"effect":"rainbow"}`, ""},
		{"a background", `{"effect":"plasma","seconds":10}`, ""},
		{"an overlay", `{"effect":"snow","seconds":1}`, ""},
		{"a transition", `{"transition":"zoom"}`, ""},
		{"a colour", `{"color":"#ff8000"}`, ""},
		{"a message", `{"model":{"frames":[{"icon":"face-wink","text":"Kit"}]},"seconds":10}`, ""},
		{"no message", `{"model":{"frames":[]}}`, "frames"},
		{"a message and a colour", `{"model":{"frames":[{"text":"a"}]},"color":"#ffffff"}`, "want one of them"},
		{"no time", `{"sunrise":"25:00"}`, "sunrise: 25:00 is unknown"},
		{"it is ended", `{"seconds":0}`, ""},
		{"no such effect", `{"effect":"fog"}`, "effect: fog is unknown"},
		{"no such transition", `{"transition":"snow"}`, "transition: snow is unknown"},
		{"no such face", `{"face":"none"}`, "face: none is unknown"},
		{"no colour", `{"color":"red"}`, "color: red, want #RRGGBB"},
		{"two", `{"effect":"snow","transition":"zoom"}`,
			"face, effect, transition, color, sunrise or model: want one of them"},
		{"nothing", `{}`, "face, effect, transition, color, sunrise or model: want one of them"},
		{"too long", `{"effect":"snow","seconds":11}`, "seconds: 11, want 0 to 10"},
		{"a number", `{"effect":7}`, "effect: "},
	} {
		w := r.do("POST", "/live/try", row.body)
		if row.fault == "" && w.Code != 200 ||
			row.fault != "" && (w.Code != 400 || !strings.Contains(w.Body.String(), row.fault)) {
			t.Errorf("%s: %d %s, want %q", row.why, w.Code, w.Body, row.fault)
		}
	}
}

// TestTryHasALimit: the device builds each tried look, so an address that tries many at once has to wait. The end of a
// try is never refused.
func TestTryHasALimit(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		refused := make(chan bool, 40)
		for range cap(refused) {
			go func() { refused <- r.ask(request("POST", "/live/try", `{"color":"#ff8000"}`)).Code == 429 }()
		}
		n := 0
		for range cap(refused) {
			if <-refused {
				n++
			}
		}
		if n < 10 || n > 20 {
			t.Errorf("%d of %d at once are refused", n, cap(refused))
		}
		wants(t, r.ask(request("POST", "/live/try", `{"seconds":0}`)), 200, "", "an end")
	})
}

// prober finds 21.46 wherever it is sent, but for a host called nowhere.
type prober struct{}

func (prober) Probe(
	_ context.Context, settings json.RawMessage, _ bool,
) (value, text string, document json.RawMessage, err error) {
	if strings.Contains(string(settings), "nowhere") {
		return "", "", nil, note.Invalid("url", "the server answers 404 Not Found")
	}
	return "21.46", "21.5 °C", json.RawMessage(`{"t":21.46}`), nil
}

func TestProbe(t *testing.T) {
	r := newRig(t, nil)
	for _, row := range []struct {
		name, body string
		status     int
		answer     string
	}{
		{"a value", `{"url":"http://192.168.1.7/"}`, 200, `{"value":"21.46","text":"21.5 °C","document":{"t":21.46}}`},
		{"a fault", `{"url":"http://nowhere/"}`, 400, `{"errors":[{"message":"url: the server answers 404 Not Found"}]}`},
		{"no object", `[]`, 400, `{"errors":[{"message":"The body is an array, want an object"}]}`},
		{"no JSON", `{"url"`, 400,
			`{"errors":[{"message":"The body is not JSON: unexpected end of JSON input at offset 6"}]}`},
	} {
		w := r.do("POST", "/live/apps/test", row.body)
		if w.Code != row.status || strings.TrimSpace(w.Body.String()) != row.answer {
			t.Errorf("%s: %d %s, want %d %s", row.name, w.Code, w.Body, row.status, row.answer)
		}
	}
}

// TestSecurityTellsOfProbe: a key of scope control reads web pages of the home network, and smaller ones do not.
// SECURITY.md says so beside what such a key does not read.
func TestSecurityTellsOfProbe(t *testing.T) {
	const settings = `{"url":"http://192.168.1.7/"}`
	r := newRig(t, nil)
	for scope, status := range map[keys.Scope]int{keys.ScopeControl: 200, keys.ScopeRead: 403, keys.ScopeSend: 403} {
		if w := r.ask(as(r.made(string(scope), scope), "POST", "/live/apps/test", settings)); w.Code != status {
			t.Errorf("a key of scope %s: %d %s", scope, w.Code, w.Body)
		}
	}
	text := string(must.Get(os.ReadFile("../SECURITY.md"))(t))
	text = strings.Join(strings.Fields(text), " ")
	if says := "operates the device and reads no secrets; but as the owner's apps do, it reads any web page of the home " +
		"network (`/live/apps/test`)"; !strings.Contains(text, says) {
		t.Errorf("SECURITY.md does not say %q", says)
	}
}

func TestCondition(t *testing.T) {
	fault := errors.New("why")
	rows := []struct {
		name   string
		err    error
		broken Status
		want   Component
	}{
		{"works", nil, Failed, Component{Name: "x", Status: OK}},
		{"asked for", fault, DegradedIf(true), Component{Name: "x", Status: Degraded, Detail: "why"}},
		{"taken where it is there", fault, DegradedIf(false), Component{Name: "x", Status: Absent, Detail: "why"}},
	}
	for _, row := range rows {
		if got := Condition("x", row.err, row.broken); got != row.want {
			t.Errorf("%s: %+v, want %+v", row.name, got, row.want)
		}
	}
}
