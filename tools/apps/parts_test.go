// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"net"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/must"
)

// TestParts: the files of the program itself come whole, and no others.
func TestParts(t *testing.T) {
	ask := func(name string) ([]byte, error) {
		ours, theirs := net.Pipe()
		go func() {
			_, _ = supervise(theirs, applet.MaxTime)
			theirs.Close()
		}()
		return applet.ReadPart(t.Context(), ours, name)
	}
	for name, has := range map[string]string{
		applet.Editor: "makeEditor", applet.Guide: "## The shape of an app", applet.Licences: "@codemirror/view ",
	} {
		if part := must.Get(ask(name))(t); !strings.Contains(string(part), has) {
			t.Errorf("%s has %d bytes, and no %q", name, len(part), has)
		}
	}
	var all []example
	must.Do(t, json.Unmarshal(must.Get(ask(applet.Examples))(t), &all))
	for _, e := range all {
		if e.Name == "" || e.Title == "" || e.Summary == "" || !strings.Contains(e.Source, "def main(") {
			t.Errorf("%+v", e)
		}
	}
	if len(all) < 20 {
		t.Errorf("%d examples", len(all))
	}
	for _, name := range []string{"../main.go", "editor.bundle.js", "x"} {
		if _, err := ask(name); err == nil || !strings.Contains(err.Error(), "there is no file") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
