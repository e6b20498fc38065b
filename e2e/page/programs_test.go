// SPDX-License-Identifier: Apache-2.0

package page

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/applet/applettest"
	"github.com/ledpost/ledpost/internal/eventually"
)

const others = "com.ledpost.others"

// scripts are the names of the own apps that a device has.
func scripts(r *rig.Device) (names []string) {
	var all struct{ Scripts []struct{ Name string } }
	r.Call("GET", "/live/scripts", "", &all)
	for _, s := range all.Scripts {
		names = append(names, s.Name)
	}
	return names
}

// put keeps an own app.
func put(r *rig.Device, name, source string) {
	r.Call("PUT", "/live/scripts/"+name, `{"source":`+strconv.Quote(source)+`}`, nil)
}

// keep keeps an own app, and shows it in turn with the others.
func keep(t *testing.T, r *rig.Device, name, source string) {
	t.Helper()
	put(r, name, source)
	status, answer := r.Ask("POST", "/live/apps", fmt.Sprintf(`{"package":%q,"settings":{"app":%q}}`, others, name))
	if status != http.StatusCreated {
		t.Fatalf("%d %s", status, answer)
	}
}

// fetching is an app that shows what an address answers.
func fetching(url string) string {
	return fmt.Sprintf("load(\"http.star\", \"http\")\ndef main():\n    return {\"text\": http.get(%q).body()}\n", url)
}

// TestPageSharesAnApp: a link from the editor opens the program on another device, where nothing is kept before its
// owner saves it; an own app is deleted by two presses.
func TestPageSharesAnApp(t *testing.T) {
	applettest.Program(t)
	p, _ := browser.SignedIn(t, 1280, 900)
	p.Open("Apps")
	p.Press("Write an app")
	p.Choose("Start from", "Dice")
	p.CSS("#write-said").Sees("This is what the panel shows.")
	p.Press("Share a link")
	p.CSS("#write-address").Shows()
	_, link, _ := strings.Cut(p.CSS("#write-address").Value(), "/#/")
	p.Choose("Start from", "Bin day")
	p.CSS("#write-address").Gone()

	q, r := browser.SignedIn(t, 390, 844)
	q.Follow(browser.Home(t, r) + "/#/" + link)
	q.CSS("#write-editor").Sees("random.number(1, 6)")
	q.CSS("#write-said").Sees("This is what the panel shows.")
	if all := scripts(r); all != nil {
		t.Errorf("the link alone has kept %v", all)
	}
	q.Shoot("shared-390.png")
	q.Type("Name", "dice")
	q.CSS("#write").Press("Save")
	q.Toast("Saved")
	if all := scripts(r); len(all) != 1 || all[0] != "dice" {
		t.Errorf("saved, it has %v", all)
	}
	q.CSS("#write-delete").Click()
	if all := scripts(r); len(all) != 1 {
		t.Error("one press has deleted it")
	}
	q.Press("Really delete it?")
	q.Toast("dice is deleted")
	if all := scripts(r); all != nil {
		t.Errorf("deleted, it has %v", all)
	}
	q.Press("Undo")
	q.CSS("#write-editor").Sees("random.number(1, 6)")
	if all := scripts(r); len(all) != 1 || all[0] != "dice" {
		t.Errorf("taken back, it has %v", all)
	}
}

// TestPageAsksWhatAnAppMay: an app asks a device in the network only once its owner allows it; a refusal is
// remembered, until they change their mind on the app's card, where they also take their word back.
func TestPageAsksWhatAnAppMay(t *testing.T) {
	applettest.Program(t)
	var asked atomic.Int32
	near := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		_, _ = io.WriteString(w, "21")
	}))
	t.Cleanup(near.Close)
	host := strings.TrimPrefix(near.URL, "http://")
	p, r := browser.SignedIn(t, 390, 844, rig.Configured(t, "[audio]\nallow = [\"127.0.0.0/8\"]\n")...)
	keep(t, r, "price", fetching(near.URL))
	says := func(want string) func() bool {
		return func() bool {
			var all []struct{ Package, Says string }
			r.Call("GET", "/live/apps", "", &all)
			return strings.Contains(all[len(all)-1].Says, want)
		}
	}
	card := p.CSS("#asking")
	card.Sees("price wants to ask " + host + " in your home network.")
	p.Fits("a question")
	p.Shoot("asking-390.png")
	p.Resize(1280, 900)
	p.Shoot("asking-1280.png")
	p.Resize(390, 844)
	card.Press("Refuse")
	p.Toast("price may not ask " + host)
	card.Gone()
	eventually.True(t, "the refusal holds", says("refused"))
	p.Reload()
	p.Live()
	p.Open("Apps")

	p.Press("Settings of price")
	form := p.Within("price")
	form.Sees("What it may do", "In your home network it may ask a device only after", "On the internet it may ask nobody")
	p.Shoot("may-390.png")
	card.Gone()
	if n := asked.Load(); n != 0 {
		t.Errorf("%d requests before a word", n)
	}
	form.Box("It may ask " + host).Turn(true)
	form.Sees("In your home network it may ask " + host)
	eventually.True(t, "the host is asked", func() bool { return asked.Load() > 0 })
	eventually.True(t, "the app shows its picture", func() bool { return !says("refused")() && !says("asks")() })
	p.Resize(1280, 900)
	p.Shoot("may-1280.png")
	form.Box("It may ask " + host).Turn(false)
	eventually.True(t, "the word is taken back", func() bool {
		var said struct{ Allowed, Refused []any }
		r.Call("GET", "/live/consent/price", "", &said)
		return len(said.Allowed) == 0 && len(said.Refused) == 1
	})

	// Another port is another host: this time the answer is yes.
	form.Press("Cancel")
	other := httptest.NewServer(near.Config.Handler)
	t.Cleanup(other.Close)
	before, host := asked.Load(), strings.TrimPrefix(other.URL, "http://")
	put(r, "price", fetching(other.URL))
	card.Sees("price wants to ask " + host)
	card.Press("Allow")
	p.Toast("price may ask " + host)
	card.Gone()
	eventually.True(t, "the other host is asked", func() bool { return asked.Load() > before })
}

// bringing is a scene with two own apps, one of which has the name of another one.
const bringing = `{"scene":1,"apps":[{"package":"com.lametric.clock","title":"Clock"},
	{"package":"com.ledpost.others","title":"Bus","settings":{"app":"bus"}},
	{"package":"com.ledpost.others","title":"Dice","settings":{"app":"dice"}}],"programs":[
	{"app":"bus","source":"def main():\n    return \"bus\"\nHOME = \"https://bus.example/\"\n"},
	{"app":"dice","source":"def main():\n    return \"theirs\"\n"}]}`

// TestPageOpensPrograms: a scene with apps by others shows what they may do, and brings those alone that are added.
func TestPageOpensPrograms(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 844)
	keep(t, r, "dice", "def main():\n    return \"mine\"\n")
	p.Open("Apps")
	p.Give("Open scene…", "bringing.json", []byte(bringing))
	scene := p.CSS("#scene")
	scene.Sees("Bus is left out", "Dice is left out", "New apps in this scene", "by whoever made the scene", "bus.example",
		"This one becomes dice-2")
	p.Looks("a scene with programs")
	p.Shoot("programs-390.png")
	p.Resize(1280, 900)
	p.Shoot("programs-1280.png")
	if all := scripts(r); len(all) != 1 {
		t.Errorf("a look has stored %v", all)
	}
	scene.Box("Add bus").Turn(true)
	scene.Sees("Bus is added")
	scene.Sees("Dice is left out")
	if all := scripts(r); len(all) != 1 {
		t.Errorf("the switch alone has stored %v", all)
	}
	p.Press("Use it")
	scene.Gone()
	p.CSS("#apps").Row("Bus").Shows()
	var said struct{ Allowed []struct{ Host string } }
	r.Call("GET", "/live/consent/bus", "", &said)
	var mine struct{ Source string }
	r.Call("GET", "/live/scripts/dice", "", &mine)
	all := scripts(r)
	if fmt.Sprint(all, said.Allowed) != "[bus dice] [{bus.example}]" || !strings.Contains(mine.Source, "mine") {
		t.Errorf("it has %v, which may ask %v; dice is %s", all, said.Allowed, mine.Source)
	}
	if w := browser.Find(apps(r), others); w.Title != "Bus" || !w.Visible {
		t.Errorf("the first is %+v", w)
	}
	name, saved := p.Saves("Save scene")
	if !strings.Contains(string(saved), "https://bus.example/") || !strings.HasSuffix(name, ".json") {
		t.Errorf("%s: %s", name, saved)
	}
}
