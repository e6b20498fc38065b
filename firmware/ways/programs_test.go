// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/scenes"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/others"
	"github.com/ledpost/ledpost/apps/others/gallery"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/must"
)

// stocked is a device with an own app, and a catalogue with another one.
func stocked(t *testing.T) programs {
	o := others.New(kit.Env{Dir: t.TempDir()})
	lamp := gallery.App{ID: "lamp", Name: "Lamp", Author: "Ada", Category: "art", Main: "main.star",
		Hosts: []string{"api.example"}, Files: []gallery.File{
			{Path: "main.star", From: "lamp", Size: 1, Hash: sha256.Sum256([]byte("x"))}}}
	o.Gallery = gallery.New(gallery.Config{FS: durabletest.NewMemory(), URL: "new",
		Get: func(context.Context, string, int64) ([]byte, error) {
			return gallery.Write(&gallery.Catalogue{Apps: []gallery.App{lamp}, Head: gallery.Head{
				Form: gallery.Form, Commit: strings.Repeat("a", 40), Base: "https://apps.example/"}})
		}})
	must.Do(t, o.Gallery.Renew(t.Context()))
	must.Do(t, o.Shelf.Put("dice", []byte("mine")))
	return programs{scripts{o.Shelf, &o.Studio, nil}}
}

// TestPlan: a program of a scene takes no other one's name, and what the community's is says this device alone.
func TestPlan(t *testing.T) {
	const hash = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881" // of x
	p := stocked(t)
	for _, row := range []struct {
		why   string
		one   scenes.Program
		taken map[string]bool
		want  string // of the offer; "" = an error
	}{
		{"a new one", scenes.Program{App: "bus", Source: `"https://a.example/"`}, nil, "bus new [a.example] false"},
		{"one that is there", scenes.Program{App: "dice", Source: "mine"}, nil, "dice there [] false"},
		{"another of its name", scenes.Program{App: "dice", Source: "theirs"}, nil, "dice-2 new [] false"},
		{"a name that widgets here show", scenes.Program{App: "bus", Source: "x"}, map[string]bool{"bus": true},
			"bus-2 new [] false"},
		{"a long name", scenes.Program{App: strings.Repeat("a", 32), Source: "x"},
			map[string]bool{strings.Repeat("a", 32): true}, strings.Repeat("a", 30) + "-2 new [] false"},
		{"a name alone", scenes.Program{App: "dice"}, nil, "dice there [] false"},
		{"a name of nothing", scenes.Program{App: "none"}, nil, "none unknown [] false"},
		{"a path", scenes.Program{App: "../consent", Source: "x"}, nil, ""},
		{"too large a program", scenes.Program{App: "big", Source: strings.Repeat("x", others.MaxOwn+1)}, nil, ""},
		{"one of the community", scenes.Program{App: "gallery/lamp", Files: map[string]string{"main.star": hash}}, nil,
			"gallery/lamp new [api.example] false"},
		{"a wrong hash", scenes.Program{App: "gallery/lamp", Files: map[string]string{"main.star": "00"}}, nil,
			"gallery/lamp new [api.example] true"},
		{"a program for one of the community", scenes.Program{App: "gallery/lamp", Source: "evil"}, nil,
			"gallery/lamp new [api.example] false"},
		{"one that the catalogue lacks", scenes.Program{App: "gallery/none"}, nil, "gallery/none unknown [] false"},
		{"no id", scenes.Program{App: "gallery/../x"}, nil, ""},
	} {
		o, err := p.Plan(row.one, row.taken)
		got := fmt.Sprint(o.Name, " ", o.State, " ", o.Hosts, " ", o.Other)
		if (err == nil) != (row.want != "") || err == nil && got != row.want {
			t.Errorf("%s: %s, %v, want %s", row.why, got, err, row.want)
		}
	}
}

// TestAddProgram: a program is there with the hosts that were shown, or not at all; it replaces none.
func TestAddProgram(t *testing.T) {
	p := stocked(t)
	one := scenes.Program{App: "bus", Source: `"https://a.example/" "http://nas.local/"`}
	o := must.Get(p.Plan(one, nil))(t)
	undo := must.Get(p.Add(t.Context(), one, o))(t)
	must.Equal(t, fmt.Sprint(p.studio.Consents.Of("bus").Allowed), "[a.example nas.local]", "it may ask")
	packed, there := p.Pack("bus")
	if !there || packed.Source != one.Source {
		t.Errorf("%+v", packed)
	}
	undo()
	if _, there := p.Pack("bus"); there || p.studio.Consents.Of("bus").Allowed != nil {
		t.Error("it is there after all")
	}
	o.Name = "dice" // somebody has made one meanwhile
	refusal := (*rest.Refusal)(nil)
	if _, err := p.Add(t.Context(), one, o); !errors.As(err, &refusal) {
		t.Errorf("over another app: %v", err)
	}
	if source, _ := p.Get("dice"); string(source) != "mine" {
		t.Errorf("it is %s now", source)
	}
}
