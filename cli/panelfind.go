// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/google/renameio/v2"
	"github.com/spf13/pflag"
)

// panelFindCmd asks the questions of the running device about its panel.
type panelFindCmd struct {
	remoteFlags
	output string

	in  *bufio.Scanner
	out io.Writer
}

// findAnswer is the device's search for its panel, see PanelFind in the documentation of the API.
type findAnswer struct {
	Searching bool
	Asked     int
	Question  *struct {
		Text    string
		Choices []string
	}
	Failed, Found, Map string
}

func (c *panelFindCmd) flags(set *pflag.FlagSet) {
	c.remoteFlags.flags(set)
	set.StringVar(&c.output, "output", "", "write the table [panel] that was found to `FILE`, to be shared")
}

func (c *panelFindCmd) run(ctx context.Context, std Streams, args []string) error {
	if err := none(args); err != nil {
		return err
	}
	c.in, c.out = bufio.NewScanner(io.LimitReader(std.In, 1<<20)), std.Out
	s, err := c.do(ctx, struct{}{})
	if err != nil {
		return err
	}
	fmt.Fprintln(c.out, "Look at the panel. 'back' takes the last answer back, 'end' ends.")
	for s.Found == "" {
		if s, err = c.next(ctx, s); err != nil {
			return err
		}
	}
	return c.found(ctx, s)
}

// do sends a step of the search.
func (c *panelFindCmd) do(ctx context.Context, step any) (s findAnswer, err error) {
	answer, err := c.call(ctx, http.MethodPost, findPath, step)
	if err == nil {
		err = json.Unmarshal(answer, &s)
	}
	return s, err
}

const findPath = "/live/panel/find"

// errGivenUp ends a search that nobody goes on with.
var errGivenUp = fmt.Errorf("the search was given up; nothing was changed")

// next asks what stands in s, and returns how the search stands then.
func (c *panelFindCmd) next(ctx context.Context, s findAnswer) (findAnswer, error) {
	if s.Failed != "" {
		fmt.Fprintf(c.out, "%s.\n", s.Failed)
	}
	if q := s.Question; q != nil {
		fmt.Fprintf(c.out, "\n%d. %s\n", s.Asked+1, q.Text)
		if q.Choices != nil {
			fmt.Fprintf(c.out, "   (%s)\n", strings.Join(q.Choices, ", "))
		}
	}
	text, ok := c.line()
	var step any = map[string]string{"answer": text}
	switch {
	case !ok || text == "end":
		_, err := c.call(ctx, http.MethodDelete, findPath, struct{}{})
		if err == nil {
			err = errGivenUp
		}
		return s, err
	case text == "back":
		step = map[string]bool{"back": true}
	}
	then, err := c.do(ctx, step)
	if err != nil && strings.Contains(err.Error(), "answer:") { // the question still stands
		fmt.Fprintln(c.out, err)
		return s, nil
	}
	return then, err
}

// line reads what somebody types.
func (c *panelFindCmd) line() (text string, ok bool) {
	fmt.Fprint(c.out, "> ")
	ok = c.in.Scan()
	return strings.TrimSpace(c.in.Text()), ok
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
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Second):
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
		if err := renameio.WriteFile(filepath.Join(filepath.Dir(c.output), name[1]), []byte(s.Map), 0o644); err != nil {
			return err
		}
	}
	return renameio.WriteFile(c.output, []byte(s.Found), 0o644)
}
