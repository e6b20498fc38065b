// SPDX-License-Identifier: Apache-2.0

package main

import (
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/ledpost/ledpost/internal/applet"
)

// parts are the files of the program itself that the device's page asks for. editor/build.mjs makes those of the
// editor.
//
//go:embed guide.md examples/*.star editor/editor.bundle.js editor/licences.txt
var parts embed.FS

// sendPart sends a file of the program itself.
func sendPart(out io.Writer, name string) error {
	var body []byte
	var err error
	switch name {
	case applet.Editor:
		body, err = parts.ReadFile("editor/editor.bundle.js")
	case applet.Licences:
		body, err = parts.ReadFile("editor/" + name)
	case applet.Guide:
		body, err = parts.ReadFile(name)
	case applet.Examples:
		body, err = examples()
	default:
		err = fmt.Errorf("there is no file %.80q", name)
	}
	if err != nil {
		return err
	}
	return applet.Write(out, applet.KindPart, applet.Part{}, body)
}

// example is an app to begin with. Its first line says what it is: "# Title: summary."
type example struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Summary string `json:"summary"`
	Source  string `json:"source"`
}

// examples returns all examples as JSON, by their titles.
func examples() ([]byte, error) {
	files, err := fs.Glob(parts, "examples/*.star")
	if err != nil {
		return nil, err
	}
	var all []example
	for _, file := range files {
		source, err := parts.ReadFile(file)
		if err != nil {
			return nil, err
		}
		first, _, _ := strings.Cut(string(source), "\n")
		title, summary, _ := strings.Cut(strings.TrimPrefix(first, "# "), ": ")
		name := strings.TrimSuffix(path.Base(file), ".star")
		all = append(all, example{name, title, summary, string(source)})
	}
	return json.Marshal(all)
}
