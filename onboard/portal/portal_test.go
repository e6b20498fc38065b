// SPDX-License-Identifier: Apache-2.0

package portal

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/onboard/nm"
	"github.com/ledpost/ledpost/words"
)

const host = "10.42.0.1"

var thePage = Page{
	Networks: []nm.Network{{SSID: `<b>"home"`, Signal: 80}, {SSID: "cafe", Signal: 40, Open: true}},
	Own:      "LED-98X", Address: "http://lamp.local:8080/", Name: "lamp",
	Panels: []Panel{{"small", "small & red"}, {"large", "large"}}, Panel: "large",
}

// ask asks a page that takes everything.
func ask(r *http.Request) (*httptest.ResponseRecorder, []Answers) {
	var got []Answers
	w := httptest.NewRecorder()
	Handler(host, thePage, func(a Answers) error {
		if a.SSID == "busy" {
			return errors.New("the panel is busy")
		}
		got = append(got, a)
		return nil
	}).ServeHTTP(w, r)
	return w, got
}

// TestEverythingLeadsToThePage: what phones and computers ask for to find out whether
// they are in the Internet, and all else.
func TestEverythingLeadsToThePage(t *testing.T) {
	for _, address := range []string{
		"http://connectivitycheck.gstatic.com/generate_204", "http://captive.apple.com/hotspot-detect.html",
		"http://www.msftconnecttest.com/connecttest.txt", "http://10.42.0.1/generate_204", "http://example.com/",
		"http://example.com/join",
	} {
		w, _ := ask(httptest.NewRequest("GET", address, nil))
		if w.Code != http.StatusFound || w.Header().Get("Location") != "http://10.42.0.1/" {
			t.Errorf("%s: %d %s", address, w.Code, w.Header().Get("Location"))
		}
	}
}

// TestPage: it lists the networks, as text.
func TestPage(t *testing.T) {
	w, _ := ask(httptest.NewRequest("GET", "http://10.42.0.1/", nil))
	body := w.Body.String()
	for _, want := range []string{`value="&lt;b&gt;&#34;home&#34;"`, "80 %", "open, 40 %", `value="lamp"`,
		`<option value="small">small &amp; red</option>`, `<option value="large" selected>`} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s:\n%s", want, body)
		}
	}
	if w, _ := ask(httptest.NewRequest("GET", "http://10.42.0.1/zone.js", nil)); !strings.Contains(w.Body.String(),
		"timeZone") {
		t.Error("no script")
	}
}

// TestFirstPanel: the one that stays is not said to be tried.
func TestFirstPanel(t *testing.T) {
	for stays, want := range map[bool]bool{true: false, false: true} {
		p := thePage
		p.Stays = stays
		if said := strings.Contains(p.joining(in("en"), Answers{Panel: "small"}), "press a button"); said != want {
			t.Errorf("stays %v: %v", stays, said)
		}
		// Nobody knows yet whether that panel shows an address.
		if said := strings.Contains(p.joining(in("en"), Answers{}), "http://lamp.local:8080/"); said != stays {
			t.Errorf("stays %v: its address is there: %v", stays, said)
		}
	}
}

// TestJoin: what the form may have.
func TestJoin(t *testing.T) {
	long := strings.Repeat("x", 65)
	german := map[string]string{"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}
	for _, c := range []struct {
		why    string
		form   url.Values
		header map[string]string
		code   int
		says   string
	}{
		{"all",
			url.Values{"ssid": {"cafe"}, "password": {"12345678"}, "name": {" Kitchen "}, "zone": {"Europe/Berlin"},
				"panel": {"small"}}, nil, 200, "press a button"},
		{"a network by name", url.Values{"ssid": {"cafe"}, "hidden": {"secret"}}, nil, 200, "joins “secret”"},
		{"from the page itself", url.Values{"ssid": {"cafe"}}, map[string]string{"Origin": "http://10.42.0.1"}, 200, ""},
		{"from another page", url.Values{"ssid": {"cafe"}}, map[string]string{"Origin": "http://example.com"}, 403, ""},
		{"no network", url.Values{"password": {"12345678"}}, nil, 400, "choose a network"},
		{"a short password", url.Values{"ssid": {"cafe"}, "password": {"1"}}, nil, 400, "8 to 63"},
		{"a long name", url.Values{"ssid": {"cafe"}, "name": {long}}, nil, 400, "at most 64"},
		{"a name with a line", url.Values{"ssid": {"cafe"}, "name": {"a\nb"}}, nil, 400, "name"},
		{"no zone", url.Values{"ssid": {"cafe"}, "zone": {"../etc"}}, nil, 400, "Europe/Berlin"},
		{"a panel that is not offered", url.Values{"ssid": {"cafe"}, "panel": {"huge"}}, nil, 400, "choose a panel"},
		{"the panel as it is", url.Values{"ssid": {"cafe"}, "panel": {""}}, nil, 200, "joins “cafe”"},
		{"too much", url.Values{"ssid": {strings.Repeat("x", maxBody)}}, nil, 400, "could not be read"},
		{"refused", url.Values{"ssid": {"busy"}}, nil, 400, "the panel is busy"},
		{"a phone in German", url.Values{"ssid": {"cafe"}}, german, 200, "Das Display verbindet sich mit „cafe“"},
		{"a fault in German", url.Values{"ssid": {"cafe"}, "password": {"1"}}, german, 400,
			"ein WLAN-Passwort hat 8 bis 63 Zeichen"},
		{"a name like a place of the page", url.Values{"ssid": {"{name}{back}<"}}, nil, 200, "joins “{name}{back}&lt;”"},
	} {
		t.Run(c.why, func(t *testing.T) {
			r := httptest.NewRequest("POST", "http://10.42.0.1/join", strings.NewReader(c.form.Encode()))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			for k, v := range c.header {
				r.Header.Set(k, v)
			}
			w, got := ask(r)
			if w.Code != c.code || !strings.Contains(w.Body.String(), c.says) || (c.code == 200) != (len(got) == 1) {
				t.Errorf("%d, %v: %s", w.Code, got, w.Body)
			}
			if password := c.form.Get("password"); password != "" && strings.Contains(w.Body.String(), `value="`+password) {
				t.Error("the page tells the password")
			}
			if c.why == "all" &&
				got[0] != (Answers{nm.Credentials{SSID: "cafe", Password: "12345678"}, "Kitchen", "Europe/Berlin", "small"}) {
				t.Errorf("%+v", got[0])
			}
		})
	}
}

// TestEveryLanguage: the page has no place left without its words, and says each fault in the
// reader's language.
func TestEveryLanguage(t *testing.T) {
	for _, code := range words.Codes {
		s, p := in(code), thePage
		for _, fault := range []error{
			errUnread, errNoNetwork, errNameLength, errZone, errPanel, ErrBusy, nm.ErrSSID, nm.ErrPasswordLength,
			nm.ErrPassword, nm.ErrNotFound, nm.ErrNoAddress, nm.ErrJoin, nm.ErrNoneKnown,
		} {
			if said := s.why(fault); code != words.English && said == fault.Error() {
				t.Errorf("%s: %s", code, said)
			}
		}
		p.Reason = nm.ErrPassword
		for _, page := range []string{p.form(s), p.joining(s, Answers{Panel: "small"}), p.Again(Answers{}, errZone).form(s)} {
			if _, body, _ := strings.Cut(page, "</style>"); !strings.Contains(page, `lang="`+code+`"`) ||
				strings.Contains(body, "{") {
				t.Errorf("%s: %s", code, page)
			}
		}
	}
}

// FuzzJoin: whatever is sent, the answer is a page, and what is passed on can be used.
func FuzzJoin(f *testing.F) {
	f.Add("ssid=home&password=12345678&name=a&zone=UTC")
	f.Add("ssid=%ff&hidden=;&password=%00")
	f.Fuzz(func(t *testing.T, body string) {
		r := httptest.NewRequest("POST", "http://10.42.0.1/join", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w, got := ask(r)
		if w.Code != 200 && w.Code != 400 {
			t.Errorf("%d", w.Code)
		}
		for _, a := range got {
			must.Do(t, a.check())
		}
		if n, _ := io.Copy(io.Discard, w.Result().Body); n > 64<<10 {
			t.Errorf("a page of %d bytes", n)
		}
	})
}
