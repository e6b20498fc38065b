// SPDX-License-Identifier: Apache-2.0

package show

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/applet/applettest"
	"github.com/ledpost/ledpost/internal/eventually"
)

// TestPageWrite: a newcomer's first own app, from an example to the panel, with a fault on the way.
func TestPageWrite(t *testing.T) {
	applettest.Program(t)
	p, r := browser.SignedIn(t, 1280, 900)
	p.Expect(browser.ValueIsBad + `.*/live/scripts`)
	r.Call("PUT", "/live/scripts/quiet", `{"source":"def main():\n    return []\n"}`, nil)
	p.Open("Apps")
	before := p.Presses()
	p.Press("Write an app")
	p.Choose("Start from", "Dice")
	p.CSS("#write-said").Sees("This is what the panel shows.")
	p.CSS("#write-editor").Sees("random.number(1, 6)")
	p.CSS("#write-picture").Drawn(1)
	p.Shoot("write.png")
	p.Press("Save and show")
	if n := p.Presses() - before; n > 4 {
		t.Errorf("a newcomer presses %d times, want at most 4", n)
	}
	p.CSS("#write").Gone()
	eventually.True(t, "the app is on the panel", func() bool {
		return browser.Find(apps(r), "com.ledpost.others").Title == "dice"
	})
	p.CSS("#apps li[data-seen] p").Reads("dice")

	p.Press("Write an app")
	p.CSS("#write-editor .cm-content").Focus()
	shown := func() string { // its text, and how many lines it has, which the text alone does not tell of empty ones
		return fmt.Sprint(p.CSS("#write-editor .cm-line").Count(), p.CSS("#write-editor .cm-content").Text())
	}
	program := shown()
	p.Key(kb.End, chromedp.ModifierCtrl)
	p.Key("\nprint(1, 'one')\n")
	p.CSS("#write-printed").Reads("1 one")
	p.CSS("#write-printed li[value='8']").Counts(1)
	p.Key("x = randm \n") // a blank, or Enter takes what is completed
	p.CSS("#write-said.fault").Sees("undefined: randm")
	p.CSS("#write-printed").Gone() // it is of the drawing before
	p.CSS("#write-editor .cm-lint-marker-error").Counts(1)
	p.CSS("#write-editor .cm-lintRange-error").Reads("randm")
	p.Shoot("write-fault.png")
	for n := 0; shown() != program; n++ { // slow keys are undone one by one
		if n > 50 {
			t.Fatal("the typing is not undone")
		}
		p.Key("z", chromedp.ModifierCtrl)
	}
	p.CSS("#write-said").Sees("This is what the panel shows.")
	p.CSS("#write-editor .cm-lint-marker-error").Counts(0)

	p.Resize(390, 844)
	p.Looks("Write an app, on a phone")
	p.Shoot("write-phone.png")
	p.Resize(1280, 900)

	// Shown again, it is the same widget.
	p.CSS("#write").Press("Save and show")
	p.CSS("#write").Gone()
	if n := strings.Count(fmt.Sprint(apps(r)), "com.ledpost.others"); n != 1 {
		t.Errorf("%d widgets show it", n)
	}
	p.Press("Write an app")

	// A name after a dot is completed.
	p.CSS("#write-editor .cm-content").Focus()
	p.Key("y = random.nu")
	p.CSS(".cm-tooltip-autocomplete").Sees("number")
	p.Key(kb.Escape) // closes the list
	p.CSS(".cm-tooltip-autocomplete").Counts(0)
	p.CSS("#write").Shows()
	p.Key(kb.Escape) // leaves the editor
	p.CSS("#write").Field("Name").Is(":focus")
	p.Type("Name", "Dice, twó")

	// A program with a fault is saved by two presses, and says so.
	p.CSS("#write").Press("Save")
	p.CSS("#write").Field("Name").Holds("dice-two")
	p.CSS("#write-note.fault").Sees("The program has a fault. Line 7:", "Press again to save it")
	if has := scripts(r); strings.Contains(has, "dice-two") {
		t.Errorf("one press has saved it: %s", has)
	}
	p.Shoot("write-faulty.png")
	p.Resize(390, 844)
	p.Shoot("write-faulty-390.png")
	p.Resize(1280, 900)
	p.Choose("Start from", "Bin day")
	p.CSS("#write-note").Lacks("Press again to save it") // this one has none
	p.Press("Undo")
	p.CSS("#write-said").Sees("Line 7:")
	p.CSS("#write").Press("Save")
	p.CSS("#write-note.fault").Sees("Press again to save it")
	p.CSS("#write").Press("Save")
	p.Toast("Saved with a fault")
	if has := scripts(r); !strings.Contains(has, "dice-two") {
		t.Errorf("two presses have saved %s", has)
	}

	// An unsaved program comes back: after another one in its place, and after a reload.
	p.CSS("#write-editor .cm-content").Focus()
	p.Key("# mine ")
	p.Choose("Start from", "Bin day")
	p.CSS("#write-editor").Lacks("# mine")
	p.Toast("Your unsaved program was replaced.")
	p.Shoot("write-replaced.png")
	p.Press("Undo")
	p.CSS("#write-editor").Sees("# mine")
	p.CSS("#write").Field("Name").Holds("dice-two")
	p.CSS("#write").Press("Close")
	p.Toast("The program is not saved. It stays in the editor until you close this tab.")
	p.Reload()
	p.Live()
	p.Open("Apps")
	p.Press("Write an app")
	p.CSS("#write-editor").Sees("# mine")
	p.CSS("#write").Field("Name").Holds("dice-two")
	for example, name := range map[string]string{"An empty app": "my-app", "Dice": "dice-2", "Greeting": "greeting"} {
		p.Choose("Start from", example)
		if got := p.CSS("#write").Field("Name").Value(); got != name {
			t.Errorf("%s is offered as %q", example, got)
		}
	}
	p.Choose("Start from", "Greeting")
	p.CSS("#write-form input[name=name]").Focus() // a proposal stands there, and gives way
	p.Key("mine")
	p.CSS("#write").Field("Name").Holds("mine")
	p.CSS("#write-settings").Type("Name", "Mia")
	p.CSS("#write").Box("Loud").Turn(true)
	p.CSS("#write-said").Sees("This is what the panel shows.")

	// An app without anything to show is no fault.
	p.Choose("Start from", "quiet")
	p.CSS("#write-said:not(.fault)").Sees("The app has nothing to show now: the panel skips it.")
	p.CSS("#write-picture[src]").Counts(0)
	p.Shoot("write-nothing.png")

	// A completed name is told of, loads its module, and shows its arguments while one writes them.
	p.Choose("Start from", "An empty app")
	p.CSS("#write-editor .cm-content").Focus()
	p.Key(kb.End, chromedp.ModifierCtrl)
	p.Key("n = random.nu")
	p.CSS(".cm-completionInfo").Reads("a whole number by chance, both included")
	p.CSS(".cm-tooltip-autocomplete li").Click()
	p.CSS("#write-editor").Sees(`load("random.star", "random")`)
	p.Key("(1, ")
	p.CSS(".cm-signature b").Reads("max")
	p.Shoot("write-signature.png")
	p.Key("2)\nrequ")
	p.CSS(".cm-tooltip-autocomplete").Sees("request")
	p.CSS(".cm-tooltip-autocomplete li").Click()
	p.CSS("#write-editor").Sees("ttl_seconds = 300", `load("http.star", "http")`)
}

// TestPageDeclaresSettings: a newcomer's first app with two settings, of which only the line that shows them is typed;
// more kinds; what it prints, and an icon that there is not. What the panel shows stays in sight on a phone.
func TestPageDeclaresSettings(t *testing.T) {
	applettest.Program(t)
	p, r := browser.SignedIn(t, 390, 844)
	p.Expect(browser.ValueIsBad + `.*/live/scripts`)
	p.Open("Apps")
	before := p.Presses()
	p.Press("Write an app")
	p.CSS("#write-said").Sees("This is what the panel shows.")
	declare(p, "City", "Text")
	declare(p, "Days left", "Number")
	p.Key("\nreturn \"%s %d\" % (city, days_left)")
	p.CSS("#write-said").Sees("This is what the panel shows.")
	form := p.CSS("#write-settings")
	form.Sees("City", "Days left") // the form of the newest program, in which what is typed stays
	form.Type("City", "Oslo")
	form.Type("Days left", "3")
	p.CSS("#write-said").Sees("This is what the panel shows.")
	p.CSS("#write-picture:not(.stale)").Counts(1)
	p.CSS("#write-form").Field("Name").Focus()
	if box := p.CSS("#write .sight").Place(); box.Y < 0 || box.Bottom() > 844/2 {
		t.Errorf("the picture is at %+v", box)
	}
	p.Shoot("write-settings-390.png")
	p.CSS("#write").Press("Save and show")
	if n := p.Presses() - before; n > 8 {
		t.Errorf("a newcomer presses %d times, want at most 8", n)
	}
	p.CSS("#write").Gone()
	eventually.True(t, "the app is on the panel with its settings", func() bool {
		has := settings(r, "com.ledpost.others")
		return strings.Contains(has, "city") && strings.Contains(has, "days_left")
	})

	p.Press("Write an app")
	declare(p, "Time", "Choice")
	declare(p, "7", "On or off")
	declare(p, "色", "Colour")
	p.Key("\nprint(config)")
	p.CSS("#write-editor").Sees("time_2 = config.get(\"time_2\")", "setting = config.bool(", "setting_2 = config.get(")
	p.CSS("#write-printed").Sees(`{"city": "Oslo", "days_left": "3"`, `"time_2": "one"`)
	p.CSS("#write-said").Sees("This is what the panel shows.")
	p.CSS(`#write-editor .cm-line[style*="text-indent: -10ch"]`).Counts(6)

	p.Key("\nreturn {'icon': 'face-smlie'}")
	p.CSS("#write-said.fault").Sees("Line ", `there is no icon "face-smlie" (did you mean "face-smile"?)`)
	p.CSS("#write-editor .cm-lintRange-error").Reads("'face-smlie'")
	p.CSS("#write").Press("Close")

	// A press on its name opens the settings of an app.
	p.CSS("#apps li > p").Nth(1).Click()
	p.CSS("#app").Shows()
}

// TestPageDeclaresInAnyProgram: a new setting is read in a line of its own at the beginning of main, whatever stands
// there; where there is no place for it, the program stays and the page says why.
func TestPageDeclaresInAnyProgram(t *testing.T) {
	applettest.Program(t)
	p, r := browser.SignedIn(t, 1280, 900)
	p.Expect(browser.ValueIsBad + `.*/live/scripts`)
	rows := []struct{ reason, program, name, has, said string }{
		{"a blank line", "def main(config):\n\n    return 'x'\n", "City",
			"def main(config):\n\n    city = config.get(\"city\")\n    return 'x'\n", ""},
		{"remarks", "def main(config): # one\n# two\n    # three\n    return 'x'\n", "City",
			"# two\n    city = config.get(\"city\")\n    # three\n    return 'x'\n", ""},
		{"a call of several lines", "def main(config):\n    x = config.get(\n        'x',\n    )\n    return x\n", "City",
			"        'x',\n    )\n    city = config.get(\"city\")\n    return x\n", ""},
		{"a call that is not closed", "def main(config):\n    x = config.get(\n    return x\n", "City",
			"def main(config):\n    city = config.get(\"city\")\n    x = config.get(\n    return x\n", ""},
		{"after what is read", "def main(c):\n    x = c.get('x')\n    return x\n", "City",
			"    x = c.get('x')\n    city = c.get(\"city\")\n    return x\n", ""},
		{"without an argument", "def main():\n    return 'x'\n", "City",
			"def main(config):\n    city = config.get(\"city\")\n    return 'x'\n", ""},
		{"signs of patterns", "def main(config):\n    return 'x'\n", "Cost $& and $'",
			"name = \"Cost $& and $'\",", ""},
		{"one line", "def main(config): return 'x'\n", "City", "", "“def main(config):” needs its lines below it"},
		{"no main", "x = 1\n", "City", "", "“def main(config):” needs its lines below it"},
		{"fields by a name", "def get_schema():\n    return schema.Schema(fields = all)\n\ndef main(config):\n    return 'x'\n",
			"City", "", "get_schema needs a list “fields = [”"},
		{"a name of blanks", "def main(config):\n    return 'x'\n", "  ", "", ""},
	}
	own := func(i int) string { return fmt.Sprint("own-", i) }
	for i, row := range rows {
		r.Call("PUT", "/live/scripts/"+own(i), fmt.Sprintf(`{"source":%q}`, row.program), nil)
	}
	p.Open("Apps")
	p.Press("Write an app")
	for i, row := range rows {
		p.Choose("Start from", own(i))
		p.CSS("#write").Field("Name").Holds(own(i))
		declare(p, row.name, "Text")
		if row.said != "" {
			p.Toast("Nothing is added: " + row.said)
		}
		if row.has == "" { // the text of the page has no lines
			got, want := strings.Fields(p.CSS("#write-editor .cm-content").Text()), strings.Fields(row.program)
			if !slices.Equal(got, want) {
				t.Errorf("%s: the program is %q, want %q", row.reason, got, want)
			}
		} else {
			eventually.True(t, row.reason+": the page asks for the settings of "+row.has, func() bool {
				return slices.ContainsFunc(p.Sent("POST /live/scripts/form"), func(body string) bool {
					var asked struct{ Source string }
					return json.Unmarshal([]byte(body), &asked) == nil && strings.Contains(asked.Source, row.has)
				})
			})
		}
	}
}

// declare adds a setting to the program in the editor.
func declare(p *browser.Page, name, kind string) {
	form := p.CSS("#write-new")
	form.Type("New setting", name)
	form.Choose("Kind", kind)
	form.Press("Add")
}

// TestPageWriteWithout: where the second program is not installed, the page says how to get it.
func TestPageWriteWithout(t *testing.T) {
	t.Setenv("PATH", "/nowhere")
	p, _ := browser.SignedIn(t, 390, 844)
	p.Expect(`.*501.*/live/studio|studio.*501`)
	p.Open("Apps")
	p.Press("Write an app")
	p.CSS("#write-lacks").Sees("sudo apt install ledpost-apps")
	p.CSS("#write-desk").Gone()
	if text := p.CSS("#write").Text(); strings.Contains(text, "Start from") {
		t.Errorf("%s", text)
	}
}

// TestPageEditsTheProgram: the card of an own app opens its program; of a broken one it shows no raw settings, and keeps
// those that are set.
func TestPageEditsTheProgram(t *testing.T) {
	applettest.Program(t)
	p, r := browser.SignedIn(t, 390, 844)
	p.Expect(browser.ValueIsBad + `.*/live/scripts`)
	r.Call("PUT", "/live/scripts/mine", `{"source":"def main(config):\n    return config.get(\"who\")[\n"}`, nil)
	code, said := r.Ask("POST", "/live/apps", `{"package":"com.ledpost.others","settings":{"app":"mine","who":"Ada"}}`)
	if code != 201 {
		t.Fatalf("%d %s", code, said)
	}
	p.Open("Now") // a list of apps that has the new one
	form := app(p, "mine")
	form.Sees("As you named it in the editor", "Line ")
	form.Lacks("type to replace it")
	p.Shoot("edit-390.png")
	saves(form)
	if got := settings(r, "com.ledpost.others"); !strings.Contains(got, "who") {
		t.Errorf("the widget has %s", got)
	}
	app(p, "mine").Press("Edit the program")
	p.CSS("#app").Gone()
	p.CSS("#write-editor").Sees(`return config.get("who")[`)
	p.CSS("#write").Field("Name").Holds("mine")
	p.CSS("#write-delete").Shows()
}

// TestPageChoosesAnOwnApp: an own app is chosen from those that there are; without one, the page offers to write one,
// which the widget that is there shows then.
func TestPageChoosesAnOwnApp(t *testing.T) {
	applettest.Program(t)
	p, r := browser.SignedIn(t, 390, 844)
	p.Open("Apps")
	p.Press("Add an app")
	p.Press("Own app An app that you have written yourself.")
	form := p.Within("Own app")
	form.Sees("You have not written an app yet.")
	form.Lacks("Name of the app")
	p.Shoot("own-none-390.png")
	form.Press("Write an app")
	p.CSS("#write-said").Sees("This is what the panel shows.")
	p.CSS("#write").Press("Save and show")
	p.CSS("#write").Gone()
	if all := fmt.Sprint(apps(r)); strings.Count(all, "com.ledpost.others") != 1 {
		t.Errorf("there are %s", all)
	}
	if got := settings(r, "com.ledpost.others"); got != `{"app":"my-app"}` {
		t.Errorf("the widget has %s", got)
	}

	r.Call("PUT", "/live/scripts/dice", `{"source":"def main():\n    return '6'\n"}`, nil)
	form = app(p, "my-app")
	form.Choose("Name of the app", "dice")
	p.Shoot("own-chosen-390.png")
	saves(form)
	if got := settings(r, "com.ledpost.others"); got != `{"app":"dice"}` {
		t.Errorf("chosen, the widget has %s", got)
	}

	p.Answer("/live/scripts", browser.Says("{}")) // it does not tell which there are: the name is typed
	form = app(p, "my-app")
	p.Idle()
	form.CSS("select").Gone()
	form.Type("Name of the app", "my-app")
	saves(form)
	if got := settings(r, "com.ledpost.others"); got != `{"app":"my-app"}` {
		t.Errorf("typed, the widget has %s", got)
	}
}

// scripts are the own apps of a device, as it lists them.
func scripts(r *rig.Device) string {
	_, all := r.Ask("GET", "/live/scripts", "")
	return string(all)
}
