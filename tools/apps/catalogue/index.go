// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/ledpost/ledpost/apps/others/gallery"
	"github.com/ledpost/ledpost/internal/applet"
)

// base is where the files of the community's catalogue are, behind the commit.
const base = "https://raw.githubusercontent.com/tronbyt/apps/"

// index writes a catalogue of the apps in a checkout, and tells which it leaves out.
func index(checkout, commit, date, out string) error {
	when, err := time.Parse(time.RFC3339, date)
	if err != nil {
		return err
	}
	c := &gallery.Catalogue{Head: gallery.Head{
		Form: gallery.Form, Commit: commit, Date: when.UTC(), Base: base + commit + "/", License: "Apache-2.0",
	}}
	dirs, err := os.ReadDir(filepath.Join(checkout, "apps"))
	if err != nil {
		return err
	}
	for _, d := range dirs {
		a, err := entry(checkout, d.Name())
		if err == nil {
			err = a.Check()
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s is left out: %v\n", d.Name(), err)
			continue
		}
		c.Apps = append(c.Apps, a)
	}
	packed, err := gallery.Write(c)
	if err != nil {
		return err
	}
	if _, err := gallery.Read(context.Background(), packed); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%d apps, %d bytes\n", len(c.Apps), len(packed))
	return os.WriteFile(out, packed, 0o644)
}

// about is what the index has of an app's manifest.yaml.
type about struct {
	Name     string `yaml:"name"`
	Author   string `yaml:"author"`
	Summary  string `yaml:"summary"`
	Desc     string `yaml:"desc"`
	Category string `yaml:"category"`
	File     string `yaml:"fileName"`
	Twice    bool   `yaml:"supports2x"`
	Broken   bool   `yaml:"broken"`
}

var errBroken = errors.New("it says that it is broken")

// entry makes the entry of an app.
func entry(checkout, id string) (a gallery.App, err error) {
	dir := filepath.Join(checkout, "apps", id)
	text, err := os.ReadFile(filepath.Join(dir, "manifest.yaml"))
	var m about
	if err == nil {
		err = yaml.Unmarshal(text, &m)
	}
	if err == nil && m.Broken {
		err = errBroken
	}
	if err != nil {
		return a, err
	}
	a = gallery.App{
		ID: id, Name: short(m.Name, 60), Author: short(m.Author, 60),
		Summary: short(m.Summary, 200), About: short(m.Desc, 1000),
		Category: categories[strings.ToLower(strings.TrimSpace(m.Category))], Main: m.File, Twice: m.Twice,
	}
	a.Category = cmp.Or(a.Category, "utilities")
	if a.License, err = license(dir); err != nil {
		return a, err
	}
	if _, err := os.Stat(filepath.Join(dir, a.Main)); a.Main == "" || err != nil { // a name that has changed since
		all, _ := filepath.Glob(filepath.Join(dir, "*.star")) // the pattern is right
		if len(all) == 0 {
			return a, errors.New("it has no program")
		}
		a.Main = filepath.Base(all[0]) // the first one, as pixlet takes it
	}
	files, err := needed(dir, a.Main)
	if err != nil {
		return a, err
	}
	for _, name := range sorted(files) {
		a.Files = append(a.Files, file(id, name, files[name]))
	}
	a.Hosts = applet.Hosts(files)
	a.Picture, err = picture(dir, id, a.Main)
	return a, err
}

// categories are those of the gallery by those of the manifests, of which some have one app.
var categories = map[string]string{
	"art": "art", "astronomy": "science", "clocks": "clocks", "education": "education", "entertainment": "entertainment",
	"environment": "science", "finance": "finance", "food": "lifestyle", "games": "gaming", "gaming": "gaming",
	"hardware": "smart-home", "health": "health", "lifestyle": "lifestyle", "news": "news", "science": "science",
	"smart-home": "smart-home", "social": "lifestyle", "sports": "sports", "transit": "transit", "travel": "transit",
	"weather": "weather",
}

// license returns the licence of an app that has its own; "" = it has that of all.
func license(dir string) (string, error) {
	all, _ := filepath.Glob(filepath.Join(dir, "[Ll][Ii][Cc][Ee][Nn][Ss][Ee]*")) // the pattern is right
	if len(all) == 0 {
		return "", nil
	}
	text, err := os.ReadFile(all[0])
	switch {
	case err != nil:
		return "", err
	case strings.Contains(string(text), "Apache License"):
		return "", nil
	case strings.Contains(string(text), "MIT License"):
		return "MIT", nil
	case strings.Contains(string(text), "Redistribution and use in source and binary forms"):
		return "BSD", nil
	}
	return "", fmt.Errorf("unknown licence in %s", filepath.Base(all[0]))
}

// loaded finds what a program loads.
var loaded = regexp.MustCompile(`(?m)^\s*load\(\s*["']([^"']+)["']`)

// needed returns the files that a program needs: itself, what it loads, and its translations.
func needed(dir, main string) (map[string][]byte, error) {
	files := map[string][]byte{}
	waiting := []string{main}
	locales, _ := filepath.Glob(filepath.Join(dir, "locales", "*.json")) // the pattern is right
	for _, f := range locales {
		waiting = append(waiting, "locales/"+filepath.Base(f))
	}
	for len(waiting) > 0 {
		name := waiting[0]
		waiting = waiting[1:]
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if errors.Is(err, os.ErrNotExist) && name != main {
			continue // a module of pixlet's, or a line of a text
		}
		if err != nil {
			return nil, err
		}
		files[name] = data
		if path.Ext(name) != ".star" {
			continue
		}
		for _, m := range loaded.FindAllStringSubmatch(string(data), -1) {
			if next := path.Clean(m[1]); files[next] == nil && filepath.IsLocal(next) && !slices.Contains(waiting, next) {
				waiting = append(waiting, next)
			}
		}
	}
	return files, nil
}

// endings are those of pictures, the moving ones first.
var endings = []string{".webp", ".gif", ".png"}

// picture returns what an app looks like: the picture that is named as its program, or else one beside it.
func picture(dir, id, main string) (*gallery.File, error) {
	stem := strings.TrimSuffix(main, ".star")
	for _, pattern := range []string{stem, id, "*preview*", "*"} {
		for _, ending := range endings {
			all, _ := filepath.Glob(filepath.Join(dir, pattern+ending)) // the pattern is right
			for _, name := range all {
				data, err := os.ReadFile(name)
				if err != nil {
					return nil, err
				}
				if len(data) > 0 && len(data) <= gallery.MaxPicture {
					f := file(id, filepath.Base(name), data)
					return &f, nil
				}
			}
		}
	}
	return nil, nil
}

func file(id, name string, data []byte) gallery.File {
	return gallery.File{Path: name, From: "apps/" + id + "/" + name, Size: len(data), Hash: sha256.Sum256(data)}
}

func sorted(files map[string][]byte) (names []string) {
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// short returns the first characters of a text in one line.
func short(s string, most int) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > most {
		return strings.TrimSpace(string(r[:most-1])) + "…"
	}
	return s
}
