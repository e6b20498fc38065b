// SPDX-License-Identifier: Apache-2.0

package clients

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
)

// use is one call of a tool: its arguments as JSON, where ID is the message that was shown last, and what its answer
// has.
type use struct{ tool, args, says string }

// errands are wishes in plain words, with the calls that the descriptions of the tools lead to, and what GET of a path
// answers afterwards.
var errands = []struct {
	wish       string
	calls      []use
	path, want string
}{
	{"Tell me on the clock when the build is red", []use{{"show_message", `{"text":"Build is red","icon":"status-error","priority":"warning"}`,
		"on the panel now"}}, current, `"text":"Build is red"`},
	{"Tell me when it is green again", []use{{"show_message", `{"text":"Build ok","icon":"status-check"}`, "on the panel now"}},
		current, `"icon":"status-check"`},
	{"Keep it up until I have seen it", []use{{"show_message", `{"text":"Deploy?","stay":true}`, "on the panel now"}}, current, `"cycles":0`},
	{"I have seen it, take it away", []use{{"show_message", `{"text":"Deploy?","stay":true}`, "Message ID"},
		{"clear_message", `{"id":"ID"}`, "Cleared"}}, current, `{}`},
	{"Take away whatever is there",
		[]use{{"show_message", `{"text":"x","stay":true}`, ""}, {"clear_message", `{}`, "Cleared"}}, current, `{}`},
	{"Knock when somebody is at the door", []use{{"show_message", `{"text":"Door","icon":"doorbell","sound":"knock-knock"}`, "home-doorbell"}},
		current, `"id":"knock-knock"`},
	{"The server is on fire, wake me",
		[]use{{"show_message", `{"text":"Server down","icon":"device-server","priority":"critical","stay":true}`, ""}},
		current, `"priority":"critical"`},
	{"Say it three times", []use{{"show_message", `{"text":"Tea","icon":"tea","times":3}`, ""}}, current, `"cycles":3`},
	{"Only if it can be shown within a minute", []use{{"show_message", `{"text":"Bus","valid_for_seconds":60}`, ""}}, current, `"text":"Bus"`},
	{"Show the coffee icon with the word ready", []use{{"show_message", `{"text":"ready","icon":"coffee"}`, "it shows food-coffee"}},
		current, `"icon":"food-coffee"`},
	{"Show the kitchen's temperature", []use{{"show_message", `{"stay":true,"regions":[{"id":"room","role":"label","text":"Kitchen"},` +
		`{"id":"temp","role":"value","text":"21.5","unit":"°C"}]}`, "on the panel now"}}, current, `"role":"value","text":"21.5","unit":"°C"`},
	{"Now it is 22 degrees", []use{{"show_message", `{"stay":true,"regions":[{"id":"temp","role":"value","text":"21.5","unit":"°C"}]}`, ""},
		{"show_message", `{"id":"ID","regions":[{"id":"temp","text":"22.0"}]}`, "Changed. Message ID is on the panel now"}},
		current, `"text":"22.0","unit":"°C"`},
	{"Show how far the download is, and keep it up to date", []use{{"show_message", `{"stay":true,"regions":[{"id":"what","role":"value",` +
		`"text":"Download"},{"id":"done","role":"bar","value":10}]}`, ""},
		{"show_message", `{"id":"ID","regions":[{"id":"done","value":55}]}`, "Changed"}}, current, `"role":"bar","value":55`},
	{"Show the next buses", []use{{"show_message", `{"regions":[{"id":"1","role":"row","text":"12 Harbour","value":"3 min"},` +
		`{"id":"2","role":"row","text":"S1 Airport","value":"9 min"}]}`, ""}}, current, `"value":"9 min"`},
	{"Draw this week's steps", []use{{"show_message", `{"regions":[{"id":"t","role":"label","text":"Steps"},{"id":"w","role":"chart",` +
		`"values":[4000,7000,6500,9000,12000,3000,8000]}]}`, ""}}, current, `"values":[4000,`},
	{"Is my message up?", []use{{"show_message", `{"text":"x","stay":true}`, ""}, {"why_not_shown", `{"id":"ID"}`, "is on the panel now"}},
		current, `"text":"x"`},
	{"Why do I not see the second one?", []use{{"show_message", `{"text":"first","stay":true}`, ""}, {"show_message", `{"text":"second"}`, ""},
		{"why_not_shown", `{"id":"ID"}`, "waits for message"}}, "/api/v2/device/notifications", `"text":"second"`},
	{"What waits?",
		[]use{{"show_message", `{"text":"first","stay":true}`, ""}, {"why_not_shown", `{}`, "is on the panel now"}}, current, `"first"`},
	{"What is on the panel?", []use{{"look_at_panel", `{}`, "The panel shows: "}}, "/live/status", `"showing"`},
	{"What apps are there?", []use{{"list_apps", `{}`, "com.lametric.clock"}}, "/live/apps", `com.lametric.clock`},
	{"Show me the weather",
		[]use{{"list_apps", `{}`, "com.lametric.weather"}, {"show_app", `{"app":"weather"}`, "shows com.lametric.weather"}},
		"/live/status", `"package":"com.lametric.weather"`},
	{"Back to the clock",
		[]use{{"show_app", `{"app":"clock"}`, "shows com.lametric.clock"}}, "/live/status", `"package":"com.lametric.clock"`},
	{"Ten minutes for the pasta",
		[]use{{"set_timer", `{"seconds":600}`, "runs for 600 s"}}, "/live/status", `"package":"com.lametric.countdown"`},
	{"Stop the timer",
		[]use{{"set_timer", `{"seconds":0}`, "stopped"}, {"show_app", `{"app":"clock"}`, ""}}, "/live/status", `com.lametric.clock`},
	{"Dim it to a night light", []use{{"set_brightness", `{"percent":2}`, "2 %"}}, display, `"brightness":2,`},
	{"As bright as the room wants it", []use{{"set_brightness", `{"auto":true}`, "light of the room"}}, display, `"brightness_mode":"auto"`},
	{"Say that you work on the tests", []use{{"agent_status", `{"agent":"claude","state":"running","task":"tests"}`, "knows"}},
		"/live/apps", `claude running tests`},
	{"Ask me before you push", []use{{"agent_status", `{"agent":"claude","state":"waiting","task":"May I push?"}`, "knows"}},
		"/live/apps", `claude waiting May I push?`},
	{"Show how much of your quota is left", []use{{"agent_status", `{"agent":"claude","state":"running","quota":40}`, "knows"},
		{"show_app", `{"app":"agents"}`, "com.ledpost.agents"}}, "/live/status", `com.ledpost.agents`},
	{"You are done, say so", []use{{"agent_status", `{"agent":"claude","state":"done"}`, "knows"}}, "/live/apps", `claude done`},
}

const current, display = "/api/v2/device/notifications/current", "/api/v2/device/display"

// TestErrands runs each wish's calls, and looks at what has become of the device.
func TestErrands(t *testing.T) {
	r := rig.Launch(t, nil)
	a := goAgent(t, overHTTP(r))
	shown, id := regexp.MustCompile(`^Message (\d+) `), ""
	for _, e := range errands {
		r.Ask("DELETE", "/api/v2/device/notifications", "")
		for _, c := range e.calls {
			var args map[string]any
			must.Do(t, json.Unmarshal([]byte(strings.ReplaceAll(c.args, `"ID"`, `"`+id+`"`)), &args))
			said, _, refused := a.call(c.tool, args)
			if m := shown.FindStringSubmatch(said); m != nil && c.tool == "show_message" {
				id = m[1]
			}
			if want := strings.ReplaceAll(c.says, "ID", id); refused || !strings.Contains(said, want) {
				t.Errorf("%s: %s %s: %q, refused %v; want %q", e.wish, c.tool, c.args, said, refused, want)
			}
		}
		if _, got := r.Ask("GET", e.path, ""); !strings.Contains(string(got), e.want) {
			t.Errorf("%s: GET %s: %s, want %s", e.wish, e.path, got, e.want)
		}
	}
	if len(errands) < 30 {
		t.Errorf("%d errands", len(errands))
	}
}
