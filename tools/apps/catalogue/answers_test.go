// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"encoding/json"
	"image/png"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/applet"
)

// TestAnswers: each recorded answer is whole, and says in two places where its form is described.
func TestAnswers(t *testing.T) {
	for _, a := range readAnswers(answersText) {
		if len(a.body) == 0 || strings.ContainsRune("{[", rune(a.body[0])) && !json.Valid(a.body) {
			t.Errorf("%v has %d bytes that are no JSON", a.addresses, len(a.body))
		}
	}
	for part := range strings.SplitSeq(answersText, "\n\n### ") {
		if n := strings.Count(part, "\n# http"); n != 2 && !strings.HasPrefix(part, "Answers") {
			t.Errorf("%.60q names %d places", part, n)
		}
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
