// SPDX-License-Identifier: Apache-2.0

package page

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// kitchenID is the id of another display.
const kitchenID = "0a1b2c3d-0000-4000-8000-000000000001"

// remembers makes a page one that has the key of the kitchen at an address, on a device that finds a display.
func remembers(p *browser.Page, address, id, found string) {
	p.Answer("/live/house", browser.Says(fmt.Sprintf(
		`{"displays":[{"kind":"ledpost","id":%q,"name":"Kitchen","addresses":[%q]}]}`, id, found)))
	p.Remember("ledpost.house", fmt.Sprintf(
		`[{"id":%q,"name":"Kitchen","address":%q,"key":"the-key-of-the-kitchen"}]`, kitchenID, address))
	p.Reload()
	p.CSS("#house-tiles .face").Words("Kitchen").Shows() // and the address is in the policy of the next page
}

// TestPageKeepsKeysAtTheirAddress: a display that says it is another one, elsewhere, gets no key before somebody
// agrees; another display at the address of one gets none either.
func TestPageKeepsKeysAtTheirAddress(t *testing.T) {
	const other = "0a1b2c3d-0000-4000-8000-000000000002"
	for _, row := range []struct{ id, address, says string }{
		{kitchenID, "10.99.0.66:8080", "It is at 10.99.0.66:8080 now."},
		{other, "10.99.0.5:8080", "Not there"},
	} {
		p, _ := browser.SignedIn(t, 390, 844)
		remembers(p, "10.99.0.5:8080", row.id, row.address)
		p.Within("The house").Sees(row.says)
		p.Beats(3)
		if asked := p.Asked("GET /live/frame.png", "GET /live/keys", "OPTIONS"); len(asked) > 0 {
			t.Errorf("%s: the page asks %q", row.says, asked)
		}
	}
}

// A falseDisplay knows the key and answers what does harm. It counts what it has sent.
type falseDisplay struct {
	picture http.HandlerFunc
	mu      sync.Mutex
	sent    int
	asked   []string
}

func (f *falseDisplay) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	f.asked = append(f.asked, r.Method+" "+r.URL.Path)
	f.mu.Unlock()
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Access-Control-Allow-Headers", "authorization")
	if r.URL.Path == "/live/frame.png" && r.Method == http.MethodGet {
		f.picture(w, r)
	}
}

// endless sends bytes until nobody takes them, no faster than a page can say that it has enough: sockets buffer tens of
// megabytes.
func (f *falseDisplay) endless(w http.ResponseWriter, r *http.Request) {
	for chunk := make([]byte, 1<<16); r.Context().Err() == nil; time.Sleep(10 * time.Millisecond) {
		n, err := w.Write(chunk)
		f.mu.Lock()
		f.sent += n
		f.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// tally returns how many bytes it has sent, and how often somebody has asked for a path.
func (f *falseDisplay) tally(path string) (sent, asked int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.sent, strings.Count(strings.Join(f.asked, " "), path)
}

// TestPageTakesLittleOfOthers: a display whose answer has no end, leads elsewhere or is no picture is one that does not
// answer, and the page reads no more of it than a picture can have.
func TestPageTakesLittleOfOthers(t *testing.T) {
	cable, err := browser.TheCable()
	if err != nil {
		testtool.Missing(t, "a second host: "+err.Error())
	}
	away := func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/elsewhere", http.StatusFound) }
	page := func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<script>alert(1)</script>") }
	for why, picture := range map[string]http.HandlerFunc{"endless": nil, "elsewhere": away, "no picture": page} {
		f := &falseDisplay{picture: picture}
		if picture == nil {
			f.picture = f.endless
		}
		listener := must.Get(net.Listen("tcp", cable.Address+":0"))(t)
		server := &http.Server{Handler: f}
		go server.Serve(listener)
		t.Cleanup(func() { server.Close() })
		address := listener.Addr().String()
		p, _ := browser.SignedIn(t, 390, 844)
		p.Expect("blocked by CORS policy|Content Security Policy|ERR_")
		remembers(p, address, kitchenID, address)
		p.Reload()
		eventually.True(t, why+": the picture is asked for", func() bool {
			_, asked := f.tally("GET /live/frame.png")
			return asked > 0
		})
		p.CSS("#house-tiles [data-gone]").Shows()
		p.Beats(3)
		p.CSS("#house-tiles img[src]").Counts(0)
		// the page reads 256 KiB of each; up to 8 MB were on their way to it, mostly in buffers of sockets
		_, pictures := f.tally("GET /live/frame.png")
		if sent, asked := f.tally("/elsewhere"); sent > pictures*16<<20 || asked > 0 {
			t.Errorf("%s: the page has taken %d bytes, and asked elsewhere %d times", why, sent, asked)
		}
	}
}

// TestPageOverHTTPS says why it shows no other display, and asks for none.
func TestPageOverHTTPS(t *testing.T) {
	p, r := browser.NewPageHere(t, 390, 844, browser.Light, browser.Away(nil)...), rig.Launch(t, nil)
	p.Visit("https://127.0.0.1:" + r.Port() + "/#" + r.Key)
	p.Live()
	const why = "A page that came over HTTPS cannot speak with the other displays."
	remembers(p, "10.99.0.5:8080", kitchenID, "10.99.0.5:8080")
	p.Within("The house").Sees(why)
	p.Shoot("house-https.png")
	p.Open("Send")
	p.CSS("#also").Gone()
	p.Open("Device")
	p.Press("Other displays")
	p.CSS("#views [data-view=house]").Sees(why)
	p.Shoot("house-https-device.png")
	p.Idle()
	if asked := p.Asked("GET /live/house", "GET /live/frame.png", "OPTIONS"); len(asked) > 0 {
		t.Errorf("the page asks %q", asked)
	}
}
