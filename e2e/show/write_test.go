// SPDX-License-Identifier: Apache-2.0

package show

import (
	"fmt"
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
	t.Logf("a newcomer presses %d times", p.Presses()-before)
	p.CSS("#write").Gone()
	eventually.True(t, "the app is on the panel", func() bool {
		return browser.Find(apps(r), "com.ledpost.others").Title == "dice"
	})
	p.CSS("#apps li[data-seen] p").Reads("dice")

	p.Press("Write an app")
	p.CSS("#write-editor .cm-content").Focus()
	p.Key(kb.End, chromedp.ModifierCtrl)
	p.Key("\nx = randm\n")
	p.CSS("#write-said.fault").Sees("undefined: randm")
	p.CSS("#write-editor .cm-lint-marker-error").Counts(1)
	p.CSS("#write-editor .cm-lintRange-error").Reads("randm")
	p.Shoot("write-fault.png")
	for range 4 {
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
	p.CSS("#write-settings").Type("Name", "Mia")
	p.CSS("#write").Box("Loud").Turn(true)
	p.CSS("#write-said").Sees("This is what the panel shows.")

	// An app without anything to show is no fault.
	p.Choose("Start from", "quiet")
	p.CSS("#write-said:not(.fault)").Sees("The app has nothing to show now: the panel skips it.")
	p.CSS("#write-picture[src]").Counts(0)
	p.Shoot("write-nothing.png")
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

// scripts are the own apps of a device, as it lists them.
func scripts(r *rig.Device) string {
	_, all := r.Ask("GET", "/live/scripts", "")
	return string(all)
}
