// SPDX-License-Identifier: Apache-2.0

package network

import (
	"context"
	"errors"
	"fmt"
	"image"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/hw/panelfind"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/pause"
)

// panelFindCmd asks the questions of the running device about its panel.
type panelFindCmd struct {
	remoteFlags
	dialog
	output  string
	answers []string // so far
	failed  string   // what was told last of a search that has failed
}

// findAnswer is the device's search for its panel, see PanelFind in the documentation of the API.
type findAnswer struct {
	Searching bool
	Asked     int
	Question  *struct {
		Kind, Text string
		Choices    []string
		Likely     []string
	}
	Failed, Found, Map string
}

func newPanelFind(set *pflag.FlagSet) command.Run {
	c := &panelFindCmd{}
	c.flags(set)
	set.StringVar(&c.output, "output", "", "write the table [panel] that was found to `FILE`, to be shared")
	c.photographs(set)
	return c.run
}

func (c *panelFindCmd) run(ctx context.Context, std command.Streams, args []string) error {
	if err := command.None(args); err != nil {
		return err
	}
	c.begin(std)
	s, err := c.do(ctx, struct{}{})
	if err != nil {
		return err
	}
	fmt.Fprintln(c.out, "Look at the panel. 'back' takes the last answer back, 'end' ends, "+
		"'photo FILE X,Y;X,Y;X,Y;X,Y' answers by a photograph with its four corner LEDs. "+
		"After two minutes without an answer the panel shows its picture again; the next answer goes on.")
	for s.Found == "" {
		c.say(s)
		if s, err = c.next(ctx, s); err != nil {
			return err
		}
	}
	return c.found(ctx, s)
}

// do sends a step of the search.
func (c *panelFindCmd) do(ctx context.Context, step any) (s findAnswer, err error) {
	err = c.read(ctx, http.MethodPost, findPath, step, &s)
	return s, err
}

const findPath = "/live/panel/find"

// errGivenUp ends questions that nobody goes on with.
var errGivenUp = errors.New("it was given up; nothing was changed")

// say tells how the search stands, a failure once.
func (c *panelFindCmd) say(s findAnswer) {
	if s.Failed != c.failed && s.Failed != "" {
		fmt.Fprintf(c.out, "\n%s.\n", s.Failed)
	}
	if c.failed = s.Failed; s.Failed != "" {
		fmt.Fprintln(c.out, "'back' takes the last answer back, 'end' ends.")
	}
	if q := s.Question; q != nil {
		fmt.Fprintf(c.out, "\n%d. %s\n", s.Asked+1, q.Text)
		if q.Choices != nil {
			fmt.Fprintf(c.out, "   (%s)\n", strings.Join(q.Choices, ", "))
		} else if q.Likely != nil {
			fmt.Fprintf(c.out, "   (likely: %s)\n", strings.Join(q.Likely, "; "))
		}
	}
}

// next takes what somebody types at s, and returns how the search stands then.
func (c *panelFindCmd) next(ctx context.Context, s findAnswer) (findAnswer, error) {
	text, ok := c.line()
	if !ok || text == "end" {
		return s, c.giveUp(ctx, findPath)
	}
	if s.Question == nil && text != "back" {
		return s, nil // nothing is asked
	}
	then, err := c.step(ctx, s, text)
	switch {
	case err == nil:
		return then, nil
	case errors.Is(err, errUnread):
		fmt.Fprintln(c.out, sentence(err.Error()))
	default:
		_, refusal, ok := strings.Cut(err.Error(), " answer: ") // the API names the field before its reason
		if !ok {
			return then, err
		}
		fmt.Fprintln(c.out, sentence(refusal))
	}
	return s, nil // the question still stands
}

// sentence returns the text of an error as a sentence.
func sentence(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[n:] + "."
}

// errUnread is wrapped by errors for a photograph that does not answer.
var errUnread = errors.New("the photograph gives no answer")

// step sends the text that somebody has typed at a question. Meanwhile the search may have ended for want
// of an answer: then it begins with all answers, as it does with one from a photograph.
func (c *panelFindCmd) step(ctx context.Context, s findAnswer, text string) (then findAnswer, err error) {
	answers, next := c.answers[:max(len(c.answers)-1, 0)], any(map[string]bool{"back": true})
	words, photographed := strings.CutPrefix(text, "photo ")
	photographed = photographed && s.Question != nil
	if photographed {
		if text, err = c.photographed(s.Question.Kind, words); err != nil {
			return s, fmt.Errorf("%w: %w", errUnread, err)
		}
		fmt.Fprintf(c.out, "The photograph shows: %s.\n", text)
	}
	if text != "back" {
		answers, next = append(slices.Clip(c.answers), text), map[string]string{"answer": text}
	}
	anew := map[string][]string{"answers": answers}
	if photographed {
		next = anew
	}
	then, err = c.do(ctx, next)
	if r, is := errors.AsType[refusal](err); is && r.status == http.StatusConflict {
		then, err = c.do(ctx, anew)
	}
	if err == nil {
		c.answers = answers
	}
	return then, err
}

// found shows and writes the result, and has the device try it.
func (c *panelFindCmd) found(ctx context.Context, s findAnswer) error {
	fmt.Fprintf(c.out, "\nThe panel is known after %d questions:\n\n%s\n", s.Asked, s.Found)
	if err := c.write(s); err != nil {
		return err
	}
	fmt.Fprintln(c.out, "Shall the device try it? (yes, no)")
	if text, _ := c.line(); text != "yes" {
		_, err := c.call(ctx, http.MethodDelete, findPath, struct{}{})
		return err
	}
	if _, err := c.call(ctx, http.MethodPost, findPath, map[string]bool{"keep": true}); err != nil {
		return err
	}
	fmt.Fprintln(c.out, "It is tried for 60 s. Is the picture on the panel right? (yes, no)")
	if text, _ := c.line(); text != "yes" {
		return c.decide(ctx, http.MethodDelete, "/live/config/trial")
	}
	return c.decide(ctx, http.MethodPost, "/live/config/confirm")
}

// decide ends the trial, once the device has begun it.
func (c *panelFindCmd) decide(ctx context.Context, method, path string) (err error) {
	for range 10 {
		if _, err = c.call(ctx, method, path, struct{}{}); err == nil {
			return nil
		}
		if !pause.For(ctx, time.Second) {
			return err
		}
	}
	return err
}

// mapKey is the name of the map in a table.
var mapKey = regexp.MustCompile(`(?m)^\s*map = "([a-z0-9_-]+\.map)"`)

// write writes the table, and beside it the map that it names.
func (c *panelFindCmd) write(s findAnswer) error {
	if c.output == "" {
		return nil
	}
	if name := mapKey.FindStringSubmatch(s.Found); name != nil && s.Map != "" {
		if err := durable.Replace(filepath.Join(filepath.Dir(c.output), name[1]), []byte(s.Map), 0o644); err != nil {
			return err
		}
	}
	return durable.Replace(c.output, []byte(s.Found), 0o644)
}

// photographed answers the question of a kind by a photograph. It is read here; the device gets
// the answer alone.
func (c *panelFindCmd) photographed(kind, words string) (answer string, err error) {
	if panelfind.Kind(kind) == panelfind.Size {
		return panelfind.Photographed(panelfind.Size, nil)
	}
	r, err := c.photograph(words, c.size())
	if err != nil {
		return "", err
	}
	return panelfind.Photographed(panelfind.Kind(kind), r)
}

// size is the panel's, as it was answered to the first question; 0 before.
func (c *panelFindCmd) size() (size image.Point) {
	if len(c.answers) > 0 {
		cols, rows, _ := strings.Cut(strings.ToLower(c.answers[0]), "x")
		size.X, _ = strconv.Atoi(strings.TrimSpace(cols))
		size.Y, _ = strconv.Atoi(strings.TrimSpace(rows))
	}
	return size
}
