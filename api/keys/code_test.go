// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

const owner, stranger, third = "192.168.1.7", "192.168.1.66", "192.168.1.67"

// board is a panel that shows the digits of a claim.
type board struct {
	*rig
	mu    sync.Mutex
	shown string // "" = nothing
}

// panelled is a new device with a panel, and the files of dir.
func panelled(t *testing.T, dir string, change ...func(*Config)) *board {
	t.Helper()
	b := &board{}
	b.rig = fresh(t, dir, nil, append([]func(*Config){func(c *Config) {
		c.Panel.Show = func(digits string) { b.mu.Lock(); b.shown = digits; b.mu.Unlock() }
	}}, change...)...)
	return b
}

// digits is what the panel shows.
func (b *board) digits() string { b.mu.Lock(); defer b.mu.Unlock(); return b.shown }

// asks is a page that asks for the digits.
func (b *board) asks(from string, headers ...string) (open, code bool) {
	req := httptest.NewRequest("GET", "http://192.168.1.5:8080/live/claim?show", nil)
	req.RemoteAddr = from + ":50000"
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	var s struct{ Open, Code bool }
	_ = json.Unmarshal(b.ask(req).Body.Bytes(), &s)
	return s.Open, s.Code
}

// tries claims with digits.
func (b *board) tries(from, digits string) (int, string) {
	return b.claimsWith(from, fmt.Sprintf(`{"code":%q}`, digits))
}

// misses claims n times with wrong digits.
func (b *board) misses(from string, n int) {
	for range n {
		b.tries(from, b.other())
	}
}

// other are digits that are not on the panel.
func (b *board) other() string {
	if b.digits() == "0000" {
		return "0001"
	}
	return "0000"
}

// TestDigits: who claims a device with a panel stands before it. A stranger can neither guess
// the digits, nor keep the owner out for longer than ten minutes.
func TestDigits(t *testing.T) {
	for _, row := range []struct {
		why  string
		do   func(b *board)
		want int // status of a claim of the owner, with the digits that the panel shows
		says string
	}{
		{"nobody has asked for them", func(b *board) { b.end() }, 403, "shows no digits"},
		{"the digits on the panel", func(*board) {}, 201, ""},
		{"a stranger who guesses", func(b *board) { b.misses(stranger, 50) }, 201, ""},
		{"an owner who errs twice", func(b *board) { b.misses(owner, 2) }, 201, ""},
		{"three times", func(b *board) { b.misses(owner, 3) }, 403, "try again in 600 s"},
		{"and waits", func(b *board) { b.misses(owner, 3); time.Sleep(closedFor); b.asks(owner) }, 201, ""},
		{"two strangers who guess", func(b *board) { b.misses(stranger, 50); b.misses(third, 50); b.asks(owner) }, 403,
			"try again in 600 s"},
		{"and ten minutes later", func(b *board) {
			b.misses(stranger, 50)
			b.misses(third, 50)
			time.Sleep(closedFor)
			b.asks(owner)
		}, 201, ""},
		{"wrong ones that are long ago", func(b *board) {
			b.misses(stranger, 3)
			b.misses(third, 1)
			time.Sleep(closedFor)
			b.asks(owner)
			b.misses(third, 2)
		}, 201, ""},
		{"a page that went on to ask", func(b *board) {
			for range 10 {
				time.Sleep(codeStands - 1)
				b.asks(owner)
			}
		}, 201, ""},
		{"a page that was closed", func(*board) { time.Sleep(codeStands) }, 403, "shows no digits"},
		{"half an hour later", func(b *board) { time.Sleep(claimFor); b.asks(owner) }, 403, "30 minutes"},
	} {
		t.Run(row.why, func(t *testing.T) {
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				b := panelled(t, dir)
				b.asks(owner)
				if len(b.digits()) != 4 {
					t.Fatalf("the panel shows %q", b.digits())
				}
				row.do(b)
				status, body := b.tries(owner, b.digits())
				if status != row.want || !strings.Contains(body, row.says) {
					t.Errorf("%d %s", status, body)
				}
				if status == 201 && b.digits() != "" {
					t.Error("the panel shows the digits of a claim that is over")
				}
				time.Sleep(codeStands)
				synctest.Wait()
				if b.digits() != "" {
					t.Error("the digits stay on the panel")
				}
			})
		})
	}
}

func (b *board) end() { b.code.end() }

// TestDigitsAreProof: without them, with wrong or old ones, nobody gets a key, and what is
// told of the claim says that they are needed.
func TestDigitsAreProof(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		b := panelled(t, dir)
		if open, code := b.asks(owner); !open || !code {
			t.Errorf("open %v, code %v", open, code)
		}
		old := b.digits()
		for why, body := range map[string]string{"none": `{}`, "empty": `{"code":""}`, "null": `{"code":null}`,
			"others": `{"code":"` + b.other() + `"}`,
			"more":   `{"code":"` + old + `0"}`, "a number": `{"code":1234}`, "no object": `[]`} {
			if status, answer := b.claimsWith(third, body); status != 403 && status != 400 {
				t.Errorf("%s: %d %s", why, status, answer)
			}
		}
		b.asks(owner)
		if b.digits() != old {
			t.Error("other digits while the page asks")
		}
		time.Sleep(codeStands)
		for range 5 { // one of 10,000 is the same by chance
			if b.asks(owner); b.digits() != old {
				break
			}
			time.Sleep(codeStands)
		}
		if status, body := b.tries(owner, old); status != 403 {
			t.Errorf("the old digits: %d %s", status, body)
		}
	})
}

// TestWhoSeesTheDigits: only what may claim the device puts them on its panel.
func TestWhoSeesTheDigits(t *testing.T) {
	for _, row := range []struct {
		why, from string
		headers   []string
		simulated bool
		want      bool
	}{
		{"a browser on this network", owner, nil, false, true},
		{"another network", "203.0.113.9", nil, false, false},
		{"a page of another site", owner, []string{"Sec-Fetch-Site", "cross-site"}, false, false},
		{"a proxy", "127.0.0.1", []string{"X-Real-IP", "203.0.113.9"}, false, false},
		{"this machine, which a proxy may be on", "127.0.0.1", nil, false, true},
		{"a panel in the terminal of this machine", "127.0.0.1", nil, true, false},
		{"a phone that looks at such a terminal", owner, nil, true, true},
	} {
		t.Run(row.why, func(t *testing.T) {
			b := panelled(t, t.TempDir(), func(c *Config) { c.Panel.Simulated = row.simulated })
			if _, code := b.asks(row.from, row.headers...); code != row.want || (b.digits() != "") != row.want {
				t.Errorf("code %v, the panel shows %q", code, b.digits())
			}
			if status, body := b.claims(row.from, row.headers...); status == 201 && !row.simulated {
				t.Errorf("%s", body)
			}
		})
	}
}

// TestOneOfManyGetsTheKey that all ask for at once with the right digits, and guesses at once
// are no more than guesses one by one.
func TestOneOfManyGetsTheKey(t *testing.T) {
	for _, row := range []struct {
		why     string
		digits  func(*board) string
		want    map[int]int
		checked int // wrong ones
	}{
		{"the right digits", (*board).digits, map[int]int{201: 1, 409: 19}, 0},
		{"wrong ones", (*board).other, map[int]int{403: 20}, maxWrong},
	} {
		b := panelled(t, t.TempDir())
		b.asks(owner)
		digits := row.digits(b)
		var mu sync.Mutex
		var wg sync.WaitGroup
		got, checked := map[int]int{}, 0
		for n := range 20 {
			wg.Go(func() {
				status, body := b.tries(fmt.Sprintf("192.168.1.%d", 10+n), digits)
				mu.Lock()
				got[status]++
				if strings.Contains(body, errWrongCode.Error()) {
					checked++
				}
				mu.Unlock()
			})
		}
		wg.Wait()
		if fmt.Sprint(got) != fmt.Sprint(row.want) || checked != row.checked || len(b.keyring.list()) != row.want[201] {
			t.Errorf("%s: %v, %d were compared, keys %v", row.why, got, checked, b.keyring.list())
		}
	}
}
