// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	_ "embed"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/applet"
)

//go:embed answers.txt
var answersText string

// answered is the moment of which the answers are.
var answered = time.Date(2026, 8, 20, 20, 0, 0, 0, time.UTC)

// answer is what a server answers to requests for some addresses.
type answer struct {
	addresses *regexp.Regexp // without scheme
	body      []byte
}

// readAnswers reads a text in the form of answers.txt.
func readAnswers(text string) (all []answer) {
	for _, part := range strings.Split(text, "\n### ")[1:] {
		pattern, rest, _ := strings.Cut(part, "\n")
		for strings.HasPrefix(rest, "# ") {
			_, rest, _ = strings.Cut(rest, "\n")
		}
		body := strings.TrimSpace(rest)
		expression := strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, ".*")
		all = append(all, answer{regexp.MustCompile("^" + expression + "$"), []byte(body)})
	}
	// Of addresses that share an answer, the last one has it.
	for i := len(all) - 2; i >= 0; i-- {
		if len(all[i].body) == 0 {
			all[i].body = all[i+1].body
		}
	}
	return all
}

// fetch answers requests as the servers would. What asks for a picture by its name gets one.
func fetch(all []answer, missed func(address string)) applet.Fetcher {
	return func(ctx context.Context, f applet.Fetch, body []byte) (applet.Answer, []byte) {
		_, address, _ := strings.Cut(f.URL, "://")
		i := slices.IndexFunc(all, func(a answer) bool { return a.addresses.MatchString(address) })
		if i >= 0 {
			return of("application/json"), all[i].body
		}
		named := func(ending string) bool { return strings.Contains(address, ending) }
		if slices.ContainsFunc(pictures, named) {
			return of("image/png"), picture16
		}
		missed(address)
		return applet.Offline(ctx, f, body)
	}
}

func of(kind string) applet.Answer {
	return applet.Answer{Status: http.StatusOK, Header: http.Header{"Content-Type": {kind}}}
}

// picture16 is a picture of 16×16 pixels.
var picture16 = func() []byte {
	m := image.NewRGBA(image.Rect(0, 0, 16, 16))
	for i := range 16 * 16 {
		m.Set(i%16, i/16, color.RGBA{uint8(16 * (i % 16)), uint8(i), 128, 255})
	}
	var b bytes.Buffer
	_ = png.Encode(&b, m) // cannot fail
	return b.Bytes()
}()
