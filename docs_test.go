package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/device"
)

// TestDocumentedConfiguration: docs/configuration.md shows every key but those
// of the hardware, with its default.
func TestDocumentedConfiguration(t *testing.T) {
	text := documentedTOML(t)
	got, want := defaultConfig(), defaultConfig()
	if err := got.parse([]byte(text)); err != nil {
		t.Fatal(err)
	}
	// What the parts take for a zero.
	want.Brightness = lightRules{device.DefaultCurve, device.DefaultDark}
	want.Apps.Dwell = duration(device.DefaultDwell)
	want.Audio.Output, want.Audio.Rate = "auto", 48000
	if got, want := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); got != want {
		t.Errorf("documented\n%s\nbut the defaults are\n%s", got, want)
	}
	shown, err := toml.Decode(text, &map[string]any{})
	if err != nil {
		t.Fatal(err)
	}
	eachKey(reflect.TypeFor[config](), nil, func(key []string) {
		if !shown.IsDefined(key...) && !slices.Contains([]string{"panel", "light", "input"}, key[0]) {
			t.Errorf("%s is not documented", strings.Join(key, "."))
		}
	})
}

func documentedTOML(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```toml\n")
	text, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("no TOML in the page")
	}
	return text
}

// eachKey calls f for the keys of the tables of a struct.
func eachKey(table reflect.Type, above []string, f func(key []string)) {
	for i := range table.NumField() {
		field := table.Field(i)
		name := field.Tag.Get("toml")
		key := append(slices.Clip(above), name)
		switch {
		case name == "-":
		case field.Anonymous && name == "":
			eachKey(field.Type, above, f)
		case field.Type.Kind() == reflect.Struct:
			eachKey(field.Type, key, f)
		default:
			f(key)
		}
	}
}

// TestDocumentedCommands: docs/cli.md has a part for each command, which names
// its flags and no others.
func TestDocumentedCommands(t *testing.T) {
	page, err := os.ReadFile("../docs/cli.md")
	if err != nil {
		t.Fatal(err)
	}
	start, _, _ := strings.Cut(string(page), "\n## ")
	named := regexp.MustCompile(`--[a-z]+|-o\b`)
	for _, c := range commands() {
		_, rest, ok := strings.Cut(string(page), "\n## "+c.name+"\n")
		part, _, _ := strings.Cut(rest, "\n## ")
		if !ok {
			t.Errorf("no part for %s", c.name)
		}
		set := pflag.NewFlagSet(c.name, pflag.ContinueOnError)
		c.make().flags(set)
		set.VisitAll(func(f *pflag.Flag) {
			name := "--" + f.Name
			if f.Shorthand != "" {
				name = "-" + f.Shorthand
			}
			if !strings.Contains(part, name) && !strings.Contains(start, name) {
				t.Errorf("%s: %s is not documented", c.name, name)
			}
		})
		for _, name := range named.FindAllString(part, -1) {
			if set.Lookup(strings.TrimLeft(name, "-")) == nil && name != "-o" {
				t.Errorf("%s: there is no %s", c.name, name)
			}
		}
	}
}

// TestLinks: every file and heading that a page points to is there.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#\s]*)(?:#([^)\s]+))?\)`)
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], ":") {
				continue // elsewhere
			}
			target := page
			if m[1] != "" {
				target = filepath.Join(filepath.Dir(page), m[1])
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s points to %s, which is not there", page, m[1])
			} else if m[2] != "" && !slices.Contains(headings(t, target), m[2]) {
				t.Errorf("%s points to #%s of %s, which has no such heading", page, m[2], target)
			}
		}
	}
}

// pages are all of the documentation.
func pages(t *testing.T) (all []string) {
	t.Helper()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) == ".md" {
			all = append(all, path)
		}
		return err
	})
	if err != nil || len(all) < 20 {
		t.Fatalf("%d pages, %v", len(all), err)
	}
	return all
}

// headings of a page, as links name them.
func headings(t *testing.T, page string) (all []string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	dropped := regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
	for _, m := range regexp.MustCompile(`(?m)^#+ +(.+)$`).FindAllStringSubmatch(string(text), -1) {
		all = append(all, strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return all
}
