// SPDX-License-Identifier: Apache-2.0

package paint_test

import (
	"flag"
	"image"
	"image/draw"
	"log/slog"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
)

// layouts are pages as a client sends them, drawn on each of panels. The first ones say what the examples in AWTRIX
// NG's guide to layouts say, without their boxes and fonts.
var layouts = []struct{ why, regions string }{
	{"awtrix icon beside a temperature",
		`[{"id":"icon","role":"picture","icon":"weather-sun"},{"id":"temp","role":"value","text":"21.5","unit":"°C"}]`},
	{"awtrix title above a value", `[{"id":"title","role":"label","text":"Temperature"},
		{"id":"value","role":"value","text":"22.4","unit":"°C","color":"#00AAFF"}]`},
	{"awtrix title, chart and battery", `[{"id":"title","role":"label","text":"Energy"},
		{"id":"load","role":"chart","values":[20,40,30,75],"range":[0,100]},
		{"id":"battery","role":"bar","value":75,"color":"#00FF00"}]`},
	{"awtrix two colours", `[{"id":"temp","role":"value","text":[{"t":"21.5","c":"#FFAA00"},{"t":"°C"}]}]`},
	{"awtrix value with a unit", `[{"id":"value","role":"value","text":"12","unit":"µg/m³","color":"#00D0A0"}]`},
	{"awtrix text that moves below a title", `[{"id":"title","role":"label","text":"Outside"},
		{"id":"value","role":"value","text":"21.5°C, humidity 40 %","color":"#00AAFF"}]`},
	{"awtrix hello", `[{"id":"main","role":"value","text":"Hello"}]`},

	{"room with its humidity", `[{"id":"icon","role":"picture","icon":"weather-thermometer"},{"id":"room","role":"label","text":"Kitchen"},
		{"id":"temp","role":"value","text":"21.5","unit":"°C"},{"id":"hum","role":"note","text":"44","unit":"%"}]`},
	{"departures", `[{"id":"stop","role":"label","text":"Main St"},{"id":"1","role":"row","text":"S1 Airport","value":"2"},
		{"id":"2","role":"row","text":"S3 Centre","value":"9","color":"#FFB000"},
		{"id":"3","role":"row","text":"12 Harbour","value":"14"}]`},
	{"departures with the colours of their lines", `[{"id":"stop","role":"label","text":"Sendlinger Tor"},
		{"id":"1","role":"row","text":"Fürstenried West","value":"2 min","badge":"U3","badgeColor":"#F58220"},
		{"id":"2","role":"row","text":"Klinikum","value":"9 min","badge":"U6","badgeColor":"#0065AE"},
		{"id":"3","role":"row","text":"Harbour","value":"14 min","badge":"N17","badgeColor":"#1A1A1A"},
		{"id":"4","role":"row","text":"Tram stop","value":"21 min","badge":"18"}]`},
	{"scores with the colours of teams",
		`[{"id":"1","role":"row","text":"Arsenal","value":"2:1","badge":"ARS","badgeColor":"#EF0107"},
		{"id":"2","role":"row","text":"Norwich","value":"0:0","badge":"NOR","badgeColor":"#FFF200"},
		{"id":"3","role":"row","text":"Fulham","value":"20:45","badge":"FUL","badgeColor":"#FFFFFF"}]`},
	{"build with its progress", `[{"id":"icon","role":"picture","icon":"device-server"},{"id":"job","role":"label","text":"CI main"},
		{"id":"state","role":"head","text":"Running","color":"#60B0FF"},
		{"id":"done","role":"bar","value":40,"color":"#60B0FF"}]`},
	{"power with its day", `[{"id":"icon","role":"picture","icon":"home-solar"},
		{"id":"now","role":"value","text":"3.2","unit":"kW","color":"#FFD000"},
		{"id":"day","role":"chart","values":[0,0,1,3,5,7,8,8,6,4,1,0],"color":"#FFD000"}]`},
	{"score", `[{"id":"game","role":"label","text":"Half time"},{"id":"score","role":"head","text":"2:1"},
		{"id":"teams","role":"note","text":"Bern - Basel"}]`},
	{"song that moves", `[{"id":"icon","role":"picture","icon":"media-music"},
		{"id":"title","role":"value","text":"The Girl from Ipanema (Live at Carnegie Hall)"},
		{"id":"artist","role":"note","text":"Stan Getz"},{"id":"at","role":"bar","value":95,"range":[0,312]}]`},
	{"shopping list without ends", `[{"id":"a","role":"row","text":"Milk"},{"id":"b","role":"row","text":"Bread"},
		{"id":"c","role":"row","text":"Eggs"},{"id":"d","role":"row","text":"Coffee"},
		{"id":"e","role":"row","text":"Apples"}]`},
	{"table below a title that may be left out", `[{"id":"t","role":"label","text":"Sunday league","optional":true},
		{"id":"1","role":"row","text":"Albion","value":"34","badge":"1"},{"id":"2","role":"row","text":"Rovers","value":"31","badge":"2"},
		{"id":"3","role":"row","text":"Red Star","value":"28","badge":"3"}]`},
	{"long table below a title that may be left out", `[{"id":"t","role":"label","text":"Sunday league","optional":true},
		{"id":"1","role":"row","text":"Albion","value":"34","badge":"1"},{"id":"2","role":"row","text":"Rovers","value":"31","badge":"2"},
		{"id":"3","role":"row","text":"Red Star","value":"28","badge":"3"},{"id":"4","role":"row","text":"City","value":"25","badge":"4"},
		{"id":"5","role":"row","text":"Sporting","value":"19","badge":"5"}]`},
	{"quota of two agents", `[{"id":"t","role":"label","text":"Quota"},{"id":"claude","role":"row","text":"claude","value":"40 %"},
		{"id":"codex","role":"row","text":"codex","value":"72 %"}]`},
	{"weekday with its short forms", `[{"id":"day","role":"head","text":"Wednesday","short":["Wed","We"]},
		{"id":"date","role":"label","text":"12 August","short":["12 Aug"]}]`},
	{"all at once", `[{"id":"icon","role":"picture","icon":"weather-thermometer"},{"id":"room","role":"label","text":"Cellar"},
		{"id":"temp","role":"value","text":"8","unit":"°C"},
		{"id":"1","role":"row","text":"Humidity","value":"71 %"},
		{"id":"2","role":"row","text":"Radon","value":"140"},{"id":"day","role":"chart","values":[8,8.5,9,8,7.5]},
		{"id":"fan","role":"bar","value":30}]`},
}

// panels are the sizes that layouts are drawn for.
var panels = []image.Point{{X: 32, Y: 8}, {X: 37, Y: 8}, {X: 52, Y: 16}, {X: 64, Y: 32}, {X: 64, Y: 64}, {X: 128, Y: 64}}

// page reads regions, and draws them with a painter of a panel of that size.
func page(t testing.TB, size image.Point, regions string) (*paint.Painter, *note.Notification) {
	t.Helper()
	n := must.Get(wire.ParseNotification([]byte(`{"model":{"cycles":0,"regions":` + regions + `}}`)))(t)
	store := icons.New(icons.Config{Size: 8 * paint.IconScale(size.X, size.Y)}, slog.New(slog.DiscardHandler))
	return &paint.Painter{Size: size, Fonts: must.Get(fonts.Open(fonts.Options{Rows: size.Y}))(t), Icons: store}, &n
}

// drawn draws w at t.
func drawn(w render.Widget, t time.Duration) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: w.Size()})
	render.Clear(m)
	w.Draw(m, image.Point{}, t)
	return m
}

// TestLayouts compares each page on each panel with a picture that somebody has looked at: at first, and the pages
// after the first beside it.
func TestLayouts(t *testing.T) {
	const turns, frame = 4, 2 // pages beside each other; pixels around each
	name := regexp.MustCompile("[^a-z]+")
	for _, row := range layouts {
		size, parts := image.Point{}, []pixtest.Part{}
		for _, s := range panels {
			size.X, size.Y = max(size.X, turns*(s.X+frame)), size.Y+s.Y+frame
		}
		sheet := image.NewRGBA(image.Rectangle{Max: size})
		draw.Draw(sheet, sheet.Rect, image.NewUniform(image.White.C), image.Point{}, draw.Src)
		y := 0
		for _, s := range panels {
			p, n := page(t, s, row.regions)
			w := p.Picture(n)
			at := time.Duration(0)
			for i := range turns {
				r := image.Rect(0, 0, s.X, s.Y).Add(image.Pt(i*(s.X+frame), y))
				draw.Draw(sheet, r, drawn(w, at), image.Point{}, draw.Src)
				parts = append(parts, pixtest.Part{Name: s.String(), At: r})
				at += 3 * time.Second
			}
			y += s.Y + frame
		}
		pixtest.Golden(t, filepath.Join("testdata", "regions", name.ReplaceAllString(row.why, "-")+".png"), sheet, redraw(), parts...)
	}
}

// redraw is the flag of the package's other pictures, which these have, too.
func redraw() bool { return flag.Lookup("update").Value.String() == "true" }

// TestChangesMoveNothingElse: whatever a region says then, all others are where they were, and it has its size.
func TestChangesMoveNothingElse(t *testing.T) {
	pages := append(slices.Clone(layouts), []struct{ why, regions string }{
		{"label beside a short word", `[{"id":"a","role":"label","text":"12:30"},{"id":"b","role":"head","text":"gjpq"}]`},
		{"text that comes later", `[{"id":"a","role":"label","text":"Door"},{"id":"b","role":"value","text":""},
			{"id":"c","role":"note","text":"garage"}]`},
	}...)
	for _, row := range pages {
		for _, size := range panels {
			p, n := page(t, size, row.regions)
			for i, r := range n.Frames[0].Regions {
				if !note.InLetters(r.Role) {
					continue
				}
				first := n.Frames
				if strings.Contains(row.why, "later") { // its first words arrange the page
					first = said(t, first, &r, "soon")
				}
				before := items(p, first)
				for _, text := range []string{"1", "-1888.5", "Wednesday", "words that have no room on any of the panels"} {
					if size.Y < 24 && typeset.Figure(note.Text(r.Text).String()) && !typeset.Figure(text) {
						continue // letters are a row lower than digits there
					}
					if after := items(p, said(t, first, &r, text)); !slices.Equal(after, before) {
						t.Errorf("%s on %v: %q for region %d: %v, want %v", row.why, size, text, i, after, before)
					}
				}
			}
		}
	}
}

// TestBadgeChanges: a badge that comes later arranges the page once more, and a longer one scrolls in its place.
func TestBadgeChanges(t *testing.T) {
	p, n := page(t, image.Pt(64, 32), `[{"id":"a","role":"row","text":"West","value":"2 min"}]`)
	before := items(p, n.Frames)
	for _, badge := range []string{"U3", "N17 Expr"} {
		n.Frames = must.Get(note.Changed(n.Frames, []note.Change{{ID: "a", Badge: &badge}}))(t)
		after := turns(p, n.Frames)[0].Items
		if len(after) != len(before)+1 {
			t.Fatalf("%q: %d items, want one more than %d", badge, len(after), len(before))
		}
		for _, i := range after {
			if i.Text == badge && i.Scrolls != (len(badge) > 2) {
				t.Errorf("%q scrolls: %v", badge, i.Scrolls)
			}
		}
	}
}

// said returns frames in which a region has another text, and at the end of a row, if it has one, the same.
func said(t *testing.T, frames []note.Frame, r *note.Region, words string) []note.Frame {
	t.Helper()
	change := note.Change{ID: r.ID, Text: []note.Fragment{{Text: words}}}
	if r.End != "" {
		change.Value = &words
	}
	return must.Get(note.Changed(frames, []note.Change{change}))(t)
}

// TestLongEndScrollsAlone: where a label stands beside its value, a longer value scrolls in its own columns.
func TestLongEndScrollsAlone(t *testing.T) {
	p, n := page(t, image.Pt(37, 8), `[{"id":"a","role":"label","text":"12:30"},{"id":"b","role":"head","text":"gjpq"}]`)
	changed := said(t, n.Frames, &note.Region{ID: "b"}, "Wednesday")
	shown := turns(p, changed)
	if len(shown) != 1 || len(shown[0].Items) != 2 {
		t.Fatalf("%+v", shown)
	}
	for _, i := range shown[0].Items {
		if i.Scrolls != (i.Text == "Wednesday") {
			t.Errorf("%q scrolls: %v", i.Text, i.Scrolls)
		}
	}
}

// place is where the letters of an item begin, and how large they are.
type place struct {
	role  typeset.Role
	y, up int
}

// items returns the places of what frames show, on all pages.
func items(p *paint.Painter, frames []note.Frame) (all []place) {
	for _, page := range turns(p, frames) {
		for _, i := range page.Items {
			all = append(all, place{i.Role, i.Body.Min.Y, i.Rows})
		}
	}
	return all
}

// turns returns the pages that frames show in turn.
func turns(p *paint.Painter, frames []note.Frame) (all []*typeset.Page) {
	w, _ := p.Picture(&note.Notification{Frames: frames}).Showing(0)
	shown := w.(*typeset.Page)
	if len(shown.Items) > 0 {
		return []*typeset.Page{shown}
	}
	for _, layer := range shown.Layers {
		sequence, ok := layer.Widget.(*render.Sequence)
		for at := time.Duration(0); ok && at < sequence.Period(); at += 100 * time.Millisecond {
			w, _ := sequence.Showing(at)
			if one := w.(*typeset.Page); !slices.Contains(all, one) {
				all = append(all, one)
			}
		}
	}
	return all
}
