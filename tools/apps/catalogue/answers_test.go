// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/must"
)

// TestAnswers: each recorded answer is whole, and says in two places where its form is described. The report says how
// many of these places have been read.
func TestAnswers(t *testing.T) {
	for _, a := range readAnswers(answersText) {
		if len(a.body) == 0 || strings.ContainsRune("{[", rune(a.body[0])) && !json.Valid(a.body) {
			t.Errorf("%v has %d bytes that are no JSON", a.addresses, len(a.body))
		}
	}
	place := regexp.MustCompile(`(?m)^# (\d+/\d+ )?https?://\S+$`)
	var read [3]int // answers by the number of their places that have been read
	patterns := 0   // that share the next answer
	for _, part := range strings.Split(answersText, "\n### ")[1:] {
		places := place.FindAllStringSubmatch(part, -1)
		if patterns++; len(places) == 0 {
			continue
		}
		if len(places) != 2 {
			t.Errorf("%.60q names %d places", part, len(places))
		}
		n := 0
		for _, p := range places {
			n += len(strings.Fields(p[1]))
		}
		read[min(n, 2)] += patterns
		patterns = 0
	}
	report := string(must.Get(os.ReadFile("../../../docs/adr/0034-apps-by-others.md"))(t))
	want := fmt.Sprintf("| places that have been read | answers |\n|---|---|\n| two | %d |\n| one | %d |\n| none | %d |\n",
		read[2], read[1], read[0])
	if !strings.Contains(report, want) {
		t.Errorf("the report lacks\n%s", want)
	}
}

// TestFetch: the first answer whose addresses fit is given, a picture for what is named as one, and nothing else.
func TestFetch(t *testing.T) {
	const text = "head\n\n### a.example/x\n### b.example/*/y?z=*\n# https://doc\n{}\n\n### b.example/*\n# https://doc\n[]\n"
	var missed []string
	ask := fetch(readAnswers(text), func(address string) { missed = append(missed, address) })
	for _, row := range []struct{ url, want string }{
		{"https://a.example/x", "{}"}, {"http://b.example/1/2/y?z=3", "{}"}, {"https://b.example/1/y", "[]"},
		{"https://a.example/xx", ""}, {"https://c.example/", ""},
	} {
		if _, body := ask(t.Context(), applet.Fetch{URL: row.url}, nil); string(body) != row.want {
			t.Errorf("%s: %q, want %q", row.url, body, row.want)
		}
	}
	if want := []string{"a.example/xx", "c.example/"}; !slices.Equal(missed, want) {
		t.Errorf("missed %q, want %q", missed, want)
	}
	_, body := ask(t.Context(), applet.Fetch{URL: "https://c.example/a.png?size=3"}, nil)
	if _, err := png.Decode(bytes.NewReader(body)); err != nil {
		t.Error(err)
	}
}
