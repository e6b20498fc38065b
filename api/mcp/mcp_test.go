// SPDX-License-Identifier: Apache-2.0

package mcp

import (
	"encoding/json"
	"image"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/sounds"
)

// room returns one whose API is h.
func room(t testing.TB, h http.HandlerFunc) *Room {
	store := icons.New(icons.Config{Dir: t.TempDir()}, slog.New(slog.DiscardHandler))
	return New(Config{API: func() http.Handler { return h }, Icons: store.Index, Size: image.Pt(37, 8), Version: "1",
		Log: slog.New(slog.DiscardHandler)})
}

// TestTools: each tool that is described is there, and no other; its arguments are described, and what
// the descriptions name exists.
func TestTools(t *testing.T) {
	m := room(t, http.NotFound)
	var list []mcp.Tool
	must.Do(t, json.Unmarshal([]byte(m.fill(toolsJSON)), &list))
	var names []string
	for _, one := range list {
		names = append(names, one.Name)
		if strings.Contains(one.Description, "{") || one.Title == "" || one.Annotations.OpenWorldHint == nil {
			t.Errorf("%s: %+v", one.Name, one)
		}
	}
	slices.Sort(names)
	if want := slices.Sorted(maps.Keys(tools)); !slices.Equal(names, want) {
		t.Errorf("described are %v, there are %v", names, want)
	}
	said := func(from, to string) []string {
		_, part, _ := strings.Cut(toolsJSON, from)
		part, _, _ = strings.Cut(part, to)
		return strings.Split(part, ", ")
	}
	for _, id := range said("One of ", ";") {
		if !sounds.Exists("notifications", id) {
			t.Errorf("there is no sound %s", id)
		}
	}
	index := m.cfg.Icons()
	for _, name := range said("ledpost://icons, such as ", "; or") {
		if !slices.ContainsFunc(index, func(e icons.Entry) bool { return e.Name == name }) {
			t.Errorf("there is no icon %s", name)
		}
	}
}

// TestIcons: what models ask for, and what they get.
func TestIcons(t *testing.T) {
	index := room(t, http.NotFound).cfg.Icons()
	for asked, want := range map[string]string{
		"status-check": "status-check", " Status-Check ": "status-check", "coffee": "food-coffee",
		"washing machine": "home-washer", "i2867": "i2867", "2867": "2867", "": "", "qqqq": "qqqq",
		"server": "device-server", "wifi off": "device-wifi-off", "robot": "device-robot",
	} {
		if got := meant(index, asked); got != want {
			t.Errorf("%q: %q, want %q", asked, got, want)
		}
	}
}

// TestRegionsAreBounded: what a page may not have is refused before any icon is looked for, and the icons of one call
// are listed once.
func TestRegionsAreBounded(t *testing.T) {
	for _, row := range []struct {
		why, regions, want string
		listed             int
	}{
		{"many icons", strings.TrimSuffix(strings.Repeat(`{"icon":"a"},`, 4500), ","),
			"regions: more than 16, want 1 to 16", 0},
		{"many unknown names", strings.TrimSuffix(strings.Repeat(`{"":0},`, 9200), ","),
			`regions[0]: unknown field \"\"`, 0},
		{"an unknown name", `{"id":"a","text":"x","colour":"#FF0000"}`, `regions[0]: unknown field \"colour\"`, 0},
		{"no object", `5`, "regions[0]: cannot unmarshal number", 0},
		{"no icons", `{"id":"a","role":"value","value":21.5}`, "asked", 0},
		{"a page full of icons", strings.TrimSuffix(strings.Repeat(`{"id":"a","icon":"coffee"},`, 16), ","), "asked", 1},
	} {
		listed := 0
		m := room(t, func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if r.Method == "POST" && strings.Contains(string(body), "coffee") != strings.Contains(string(body), "food-coffee") {
				t.Errorf("%s: asked for %s", row.why, body)
			}
			w.WriteHeader(http.StatusBadRequest)
			io.WriteString(w, `{"errors":[{"message":"asked"}]}`)
		})
		index := m.cfg.Icons()
		m.cfg.Icons = func() []icons.Entry { listed++; return index }
		got := post(m, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"show_message",`+
			`"arguments":{"regions":[`+row.regions+`]}}}`).Body.String()
		if !strings.Contains(got, row.want) || listed != row.listed {
			t.Errorf("%s: listed %d times, %s", row.why, listed, got)
		}
	}
}

// TestFits: the number that models are told, of panels that exist.
func TestFits(t *testing.T) {
	for size, want := range map[image.Point]int{
		{X: 8, Y: 8}: 2, {X: 32, Y: 8}: 8, {X: 37, Y: 8}: 9, {X: 64, Y: 16}: 16, {X: 64, Y: 32}: 35, {X: 128, Y: 64}: 194,
	} {
		if got := fits(size); got != want {
			t.Errorf("%v: %d, want %d", size, got, want)
		}
	}
}

// TestAPIAnswers: what the API answers in place of success reaches the model as a sentence, and too much of it
// is not kept.
func TestAPIAnswers(t *testing.T) {
	for _, row := range []struct {
		why    string
		status int
		body   string
		want   string
	}{
		{"a fault", 400, `{"errors":[{"message":"a"},{"message":"b."}]}`, "a. b"},
		{"too many", 429, `{"errors":[{"message":"Too many previews"}]}`, "Seconds to wait: 3. Wait before"},
		{"no JSON", 500, `oops`, ""},
		{"too long", 200, strings.Repeat("x", maxAnswer+1), "larger than 256 KiB"},
		{"too long, in a refusal", 400, strings.Repeat("x", maxAnswer+1), "larger than 256 KiB"},
		{"ended by the API", 0, "[", "ended early"},
		{"a fault of this program", 200, "", "Internal error"},
	} {
		m := room(t, func(w http.ResponseWriter, r *http.Request) {
			if row.body == "" {
				panic("x")
			}
			w.Header().Set("Retry-After", "3")
			if row.status == 0 {
				io.WriteString(w, row.body)
				panic(http.ErrAbortHandler)
			}
			w.WriteHeader(row.status)
			if n, err := io.WriteString(w, row.body); n != len(row.body) || err != nil {
				t.Errorf("%s: the API has written %d bytes, and would end: %v", row.why, n, err)
			}
		})
		got := post(m, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_apps"}}`)
		if !strings.Contains(got.Body.String(), row.want) || !strings.Contains(got.Body.String(), `"isError":true`) {
			t.Errorf("%s: %s", row.why, got.Body)
		}
		got = post(m, `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"ledpost://log"}}`)
		if !strings.Contains(got.Body.String(), `"error"`) {
			t.Errorf("%s, a resource: %s", row.why, got.Body)
		}
	}
}

// post sends a message past the door and the keys.
func post(m *Room, body string) *httptest.ResponseRecorder {
	w, r := httptest.NewRecorder(), httptest.NewRequest("POST", "/mcp", strings.NewReader(body))
	if err := m.post(w, r); err != nil {
		w.Code = err.(interface{ Status() int }).Status()
	}
	return w
}

// FuzzMessage: no message ends the process, or takes much more memory than its bytes.
func FuzzMessage(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
			`"clientInfo":{"name":"x","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`, `{"jsonrpc":"2.0","id":"a","method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"show_message",` +
			`"arguments":{"text":"x","icon":"coffee","times":2}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"set_timer","arguments":{"seconds":60}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"ledpost://panel"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"server/discover",` +
			`"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
		`{"jsonrpc":"2.0","id":1e99,"method":"ping"}`, `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}`,
		`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, `{"id":1,"id":2,"method":"completion/complete"}`, "",
	} {
		f.Add(seed, "")
		f.Add(seed, "2026-07-28")
	}
	m := room(f, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `[{"package":"com.lametric.countdown","widget":"a"}]`)
	})
	m.cfg.Icons() // which are drawn once
	f.Fuzz(func(t *testing.T, body, version string) {
		if len(body) > maxBody {
			t.Skip("is refused unread")
		}
		r := httptest.NewRequest("POST", "/mcp", strings.NewReader(body))
		r.Header.Set("MCP-Protocol-Version", version)
		memtest.AtMost(t, 4<<20+256*len(body), func() {
			w := httptest.NewRecorder()
			if err := m.post(w, r); err == nil && w.Code >= 500 {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	})
}
