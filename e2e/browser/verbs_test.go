// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// shown is a page with this body, in a window of 600×600.
func shown(t *testing.T, body string) *Page {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if r.URL.Path != "/" { // the browser asks for an icon
			w.Header().Set("Content-Type", "image/svg+xml")
			body = `<svg xmlns="http://www.w3.org/2000/svg"/>`
		}
		io.WriteString(w, "<!doctype html><title>a page</title><body>"+body)
	}))
	t.Cleanup(s.Close)
	p := NewPageHere(t, 600, 600, Light)
	p.Visit(s.URL)
	return p
}

// TestPress: a press waits until the element is at rest, and reaches it once and nothing else,
// whatever the page does meanwhile.
func TestPress(t *testing.T) {
	const counts = `<output>0</output> <i>0</i>
		<script>
			const count = (s) => { document.querySelector(s).textContent++; };
			const go = document.createElement('button');
			go.textContent = 'Go';
			go.onclick = () => count('output');
			document.body.append(go);
			const other = document.createElement('div');
			other.style = 'position: fixed; inset: 0; z-index: 1';
			other.onclick = other.onpointerdown = () => count("i");
		</script>`
	for name, script := range map[string]string{
		"as it is": ``,
		"moving": `let x = 0;
			(function step() { go.style.marginLeft = ++x + 'px'; if (x < 60) requestAnimationFrame(step); })();`,
		"disabled at first": `go.disabled = true; setTimeout(() => { go.disabled = false; }, 300);`,
		"covered at first":  `document.body.append(other); setTimeout(() => other.remove(), 300);`,
		"below the window":  `go.style.marginTop = '2000px';`,
		"comes late":        `go.remove(); setTimeout(() => document.body.append(go), 300);`,
		"hidden at first":   `go.hidden = true; setTimeout(() => { go.hidden = false; }, 300);`,
		"two of them at first": `const b = go.cloneNode(true);
			b.onclick = other.onclick;
			document.body.append(b);
			setTimeout(() => b.remove(), 300);`,
		// It is covered after the last look at it, before the press, and while the press is away.
		"covered by the press": `let n = 0; const at = document.elementFromPoint.bind(document);
			document.elementFromPoint = (x, y) => {
				if (++n === 2) { setTimeout(() => document.body.append(other)); setTimeout(() => other.remove(), 300); }
				return at(x, y);
			};`,
		"drawn again under the press": `go.innerHTML = '<b>G</b>o';
			go.onpointerdown = () => { go.innerHTML = '<b>G</b>o'; };`,
		"goes away under the press": `go.onpointerdown = () => { go.style.marginTop = '200px'; };`,
	} {
		t.Run(name, func(t *testing.T) {
			p := shown(t, counts+"<script>"+script+"</script>")
			p.Press("Go")
			p.CSS("output").Reads("1")
			if n := p.CSS("i").Text(); n != "0" {
				t.Errorf("%s presses went elsewhere", n)
			}
		})
	}
}

// TestFinds: a part is what people see of that name.
func TestFinds(t *testing.T) {
	p := shown(t, `
		<section aria-labelledby="h"><h2 id="h">Lamps</h2><ul>
			<li><p>Hall</p> <small>on</small> <label>Shines <input type="checkbox" role="switch" checked></label></li>
			<li><p>Hall light</p> <label>Shines <input type="checkbox" role="switch"></label></li></ul></section>
		<fieldset><legend>Form</legend>
			<label>Colour <select><option>Red</option><option>Green</option></select></label>
			<label for="n">Name</label> <input id="n" value="old">
			<input aria-label="Hidden" hidden></fieldset>
		<button title="Save it"><svg></svg></button> <button>Twice</button> <button>Twice</button>
		<dialog><h2>Question</h2> <button>Twice</button></dialog>`)
	for what, part := range map[string]Part{
		"a card by its heading":   p.Within("Lamps"),
		"a group by its legend":   p.Within("Form"),
		"a row by a text in it":   p.Row("Hall"),
		"a row by a pattern":      p.Row("* light"),
		"a switch in a row":       p.Row("Hall light").Box("Shines"),
		"a list by its label":     p.Field("Colour"),
		"a field by its label":    p.Field("Name"),
		"a button by its title":   p.Control("Save it"),
		"one of several":          p.Control("Twice").Nth(-1),
		"a text":                  p.Words("on"),
		"a selector within a row": p.Row("Hall").CSS("small"),
	} {
		if n := part.Count(); n != 1 {
			t.Errorf("%s: %s is found %d times", what, part, n)
		}
	}
	for what, part := range map[string]Part{
		"a part of a name":        p.Control("Save"),
		"hidden field":            p.Field("Hidden"),
		"a dialog that is closed": p.Within("Question"),
		"beyond the last":         p.Control("Twice").Nth(3),
		"elsewhere":               p.Within("Form").Control("Twice"),
	} {
		if n := part.Count(); n != 0 {
			t.Errorf("%s: %s is found %d times", what, part, n)
		}
	}
	p.asking = 0
	p.Lacks("Green") // a list offers it, and the page does not say it
	for there, question := range map[string][]any{
		"there are 2: button “Twice”, button “Twice”": {"aim", p.Control("Twice").path},
		"there is none":                {"reads", p.Within("Fom").path, []string{"*"}},
		"“Hall light Shines”":          {"has", p.Row("Hall light").path, []string{"off"}, true},
		"“old”":                        {"holds", p.Field("Name").path, "new"},
		"“3”":                          {"counts", p.CSS("button").path, 1, 2},
		`“<input id="n" value="old">”`: {"is", p.Field("Name").path, ":checked"},
	} {
		if _, err := ask[any](p, question[0].(string), question[1:]...); fmt.Sprint(err) != there {
			t.Errorf("%v: %v, want %s", question, err, there)
		}
	}
	around := now[string](p, "", "around")
	for _, want := range []string{"button “Save it”", "select “Colour”", "section “Lamps”", "Hall light"} {
		if !strings.Contains(around, want) {
			t.Errorf("a failure tells %s, want %s in it", around, want)
		}
	}
}

// TestWrites: fields take what is typed, chosen and set, with the events of a person.
func TestWrites(t *testing.T) {
	p := shown(t, `
		<label>Name <input value="old" maxlength="5"></label>
		<label>Colour <select><option>Red</option><option value="g">Green</option></select></label>
		<label>Speed <input type="range" max="10"></label>
		<label>On <input type="checkbox"></label>
		<ul></ul>
		<script>
			for (const e of document.querySelectorAll('input, select')) {
				e.oninput = e.onchange = (event) => {
					const li = document.createElement('li');
					li.textContent = event.type + ' ' + (e.type === 'checkbox' ? e.checked : e.value);
					document.querySelector('ul').append(li);
				};
			}
			document.querySelector('input').onkeydown = (e) => { if (e.key === 'x') e.preventDefault(); };
		</script>`)
	p.Type("Name", "abcdefg")
	p.Field("Name").Focused().Shows()
	p.Key(kb.Backspace + "xy")
	p.Choose("Colour", "Green")
	p.Set("Speed", "7")
	p.Tick("On", true)
	p.Tick("On", true) // it is
	want := []string{"input abcde", "input abcd", "input abcdy", "change abcdy", "input g", "change g",
		"input 7", "change 7", "input true", "change true"}
	if got := p.CSS("li").Texts(); !slices.Equal(got, want) {
		t.Errorf("the page hears %q, want %q", got, want)
	}
}

// TestDialogs: what lies on top is what one sees; the page below returns with its end.
func TestDialogs(t *testing.T) {
	p := shown(t, `<button>Below</button>
		<dialog id="second"><h2>Second</h2><button onclick="this.parentElement.close()">Close</button></dialog>
		<dialog id="first"><h2>First</h2><button onclick="second.showModal()">More</button>
			<button onclick="this.parentElement.close()">Close</button></dialog>
		<script>first.showModal()</script>`)
	p.Within("First").Shows()
	p.Control("Below").Gone()
	p.Press("More")
	p.Within("Second").Shows()
	p.Within("First").Gone()
	p.Press("Close")
	p.Within("First").Press("Close")
	p.Control("Below").Shows()
}

// TestAnswers: a test answers in the place of a device, or edits what it says.
func TestAnswers(t *testing.T) {
	p := shown(t, `<button>Ask</button> <output></output>
		<script>
			document.querySelector('button').onclick = async () => {
				const answer = await fetch('/asked', {method: 'POST', body: 'tea'});
				document.querySelector('output').textContent = await answer.text();
			};
		</script>`)
	p.Answer("/asked", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, "%s %s", r.Method, body)
	}))
	p.Press("Ask")
	p.CSS("output").Reads("POST tea")
	p.Answer("/asked", Pass(func(_ http.Header, body []byte) []byte { return []byte(fmt.Sprintf("%.9s", body)) }))
	p.Press("Ask")
	p.CSS("output").Reads("<!doctype")
	p.Answer("/asked", nil)
	p.Press("Ask")
	p.CSS("output").Reads("<!doctype html>*")
	if n := len(p.Asked("POST /asked")); n != 3 {
		t.Errorf("%d questions, want 3", n)
	}
}
