// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// named are words that name a page, each with the page that comes first, before the
// rules and records that name the same thing.
var named = []struct{ words, page string }{
	{"new app", "new-app"},
	{"command line", "cli"},
	{"ledpost render", "cli"},
	{"render command", "cli"},
	{"how is a release made", "releasing"},
	{"sounds", "sounds"},
	{"icons", "icons"},
	{"effects", "effects"},
	{"the page", "page"},
	{"night", "night"},
	{"limits", "limits"},
	{"the doctor", "doctor"},
	{"updates", "updates"},
	{"configuration", "configuration"},
	{"MQTT", "mqtt"},
	{"decision records", "adr/index"},
	{"Now", "page"},
	{"Send", "page"},
	{"Apps", "apps"},
	{"Look", "page"},
	{"Device", "page"},
	{"many devices", "fleet"},
	{"recipes", "recipes"},
	{"choosing a panel", "choosing"},
	{"three builds", "build"},
	{"moving from another clock", "moving"},
	{"twelve situations", "situations"},
	{"first light", "wifi"},
	{"performance", "performance"},
	{"clients", "clients"},
	{"text and fonts", "fonts"},
}

// TestQuestions asks the search what people ask, in their words, who use this or another program
// of the kind. Of the questions nineteen of twenty have their answer among the first three
// sections, the others further below: a sentence more in the guide may change the order.
func TestQuestions(t *testing.T) {
	text := must.Get(os.ReadFile("testdata/questions.json"))(t)
	var questions map[string][]string // the sections that answer it
	must.Do(t, json.Unmarshal(text, &questions))
	found := search(t, questions)
	early := 0
	for question, answers := range questions {
		at := slices.IndexFunc(found[question], func(href string) bool { return slices.Contains(answers, href) })
		switch all := found[question]; {
		case at < 0:
			t.Errorf("%q finds %q, want one of %q", question, all, answers)
		case at < 3:
			early++
		default:
			t.Logf("%q finds %q, and its answer as number %d", question, all[:3], at+1)
		}
	}
	if t.Logf("%d of %d questions are answered at once", early, len(questions)); early*20 < len(questions)*19 {
		t.Error("too few")
	}
}

// TestNames: whoever types the name of a page finds it.
func TestNames(t *testing.T) {
	questions := map[string][]string{}
	for _, n := range named {
		questions[n.words] = nil
	}
	found := search(t, questions)
	for _, n := range named {
		if all := found[n.words]; len(all) == 0 || !strings.HasPrefix(all[0], n.page+".html") {
			t.Errorf("%q finds %q, want %s first", n.words, all, n.page)
		}
	}
}

// TestAliases: other words are those of a section that there is, or there was a new heading.
func TestAliases(t *testing.T) {
	g := must.Get(read("../../docs"))(t)
	var hrefs []string
	for _, p := range g.pages {
		for _, s := range p.sections {
			hrefs = append(hrefs, s.href())
		}
	}
	for href := range aliases {
		if !slices.Contains(hrefs, href) {
			t.Errorf("aliases.json has words for %s, which is no section of the guide", href)
		}
	}
}

// search returns the first twelve sections that the project's guide answers each question with.
func search(t *testing.T, questions map[string][]string) (found map[string][]string) {
	t.Helper()
	node := testtool.Find(t, "node", "nodejs")
	index := must.Get(must.Get(read("../../docs"))(t).index())(t)
	code := must.Get(web.ReadFile("web/search.js"))(t)
	asked := must.Get(json.Marshal(questions))(t)
	cmd := exec.Command(node, "-")
	cmd.Stdin = strings.NewReader(fmt.Sprintf(`%s;%s;
		const index = indexOf(sections);
		const firsts = Object.keys(%s).map((q) => [q, find(wantedOf(q), index).slice(0, 12).map(([href]) => href)]);
		console.log(JSON.stringify(Object.fromEntries(firsts)));`, code, index, asked))
	cmd.Stderr = os.Stderr
	must.Do(t, json.Unmarshal(must.Get(cmd.Output())(t), &found))
	return found
}
