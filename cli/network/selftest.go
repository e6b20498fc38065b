// SPDX-License-Identifier: Apache-2.0

package network

import (
	"context"
	"fmt"
	"image"
	"net/http"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/render/testcard"
)

// selfTestCmd leads a person through the self-test of the running device.
type selfTestCmd struct {
	remoteFlags
	dialog
	output string
}

// testAnswer is the test of the device, see SelfTest in the documentation of the API.
type testAnswer struct {
	Number, Of int
	Step       *struct {
		ID, Text, Reading string
		Answers           []string
	}
	Results []struct{ ID, Verdict, Reading, Help, Page string }
	Report  string
}

func newSelfTest(set *pflag.FlagSet) command.Run {
	c := &selfTestCmd{}
	c.flags(set)
	set.StringVar(&c.output, "output", "selftest.txt", "write the report to `FILE`")
	c.photographs(set)
	return c.run
}

const selfTestPath = "/live/selftest"

func (c *selfTestCmd) run(ctx context.Context, std command.Streams, args []string) error {
	if err := command.None(args); err != nil {
		return err
	}
	c.begin(std)
	s, err := c.do(ctx, http.MethodPost, struct{}{})
	if err != nil {
		return err
	}
	fmt.Fprintln(c.out, "Stand before the panel. Enter shows a step again, 'back' goes back, 'end' ends, "+
		"'photo FILE X,Y;X,Y;X,Y;X,Y' answers by a photograph with the panel's four corner LEDs.")
	for told := 0; s.Report == ""; {
		for _, r := range s.Results[min(told, len(s.Results)):] {
			c.tell(r.ID, r.Verdict, r.Reading, r.Help, r.Page)
		}
		told = len(s.Results)
		if s, err = c.next(ctx, s); err != nil {
			return err
		}
	}
	fmt.Fprintf(c.out, "\n%s", s.Report)
	if c.output == "" {
		return nil
	}
	if err := durable.Replace(c.output, []byte(s.Report), 0o644); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "\nThis is written to %s, to be attached to an issue \"It works here\".\n", c.output)
	return nil
}

// tell prints how a step ended.
func (c *selfTestCmd) tell(id, verdict, reading, help, page string) {
	if reading != "" {
		verdict += ", " + reading
	}
	fmt.Fprintf(c.out, "%s: %s\n", id, verdict)
	if help != "" {
		fmt.Fprintf(c.out, "  %s: docs/%s\n", help, page)
	}
}

// do sends a request about the test.
func (c *selfTestCmd) do(ctx context.Context, method string, body any) (s testAnswer, err error) {
	if err = c.read(ctx, method, selfTestPath, body, &s); err == nil && s.Step == nil && s.Report == "" {
		err = fmt.Errorf("the self-test is gone: the device has restarted, or somebody has ended it; nothing was changed")
	}
	return s, err
}

// next asks what stands in s, and returns how the test stands then.
func (c *selfTestCmd) next(ctx context.Context, s testAnswer) (testAnswer, error) {
	fmt.Fprintf(c.out, "\n%d of %d. %s\n", s.Number, s.Of, s.Step.Text)
	if s.Step.Reading != "" {
		fmt.Fprintf(c.out, "   Now: %s\n", s.Step.Reading)
	}
	fmt.Fprintf(c.out, "   (%s)\n", strings.Join(s.Step.Answers, ", "))
	text, ok := c.line()
	if !ok || text == "end" {
		return s, c.giveUp(ctx, selfTestPath)
	}
	if words, is := strings.CutPrefix(text, "photo "); is {
		var err error
		if text, err = c.compare(ctx, s.Step.ID, words); err != nil {
			fmt.Fprintln(c.out, err)
			return s, nil
		}
		fmt.Fprintf(c.out, "The photograph says: %s.\n", text)
	}
	if text == "" {
		text = "again"
	} else if text != "back" && !slices.Contains(s.Step.Answers, text) {
		fmt.Fprintf(c.out, "Please answer %s or back.\n", strings.Join(s.Step.Answers, ", "))
		return s, nil
	}
	then, err := c.do(ctx, http.MethodPost, map[string]string{"step": s.Step.ID, "answer": text})
	if err != nil { // by a press, or by another person, the test may be further
		return c.do(ctx, http.MethodGet, nil)
	}
	return then, nil
}

// compare answers a step by a photograph of its pattern. The photograph is read here; the device
// gets the answer alone.
func (c *selfTestCmd) compare(ctx context.Context, step, words string) (answer string, err error) {
	pattern, err := testcard.Parse(step)
	if err != nil || pattern != testcard.Corners && pattern != testcard.Colours {
		return "", fmt.Errorf("a photograph does not tell this: look at the panel")
	}
	var panel struct {
		Width, Height int
		Type          string
	}
	if err := c.read(ctx, http.MethodGet, "/api/v2/device/display", nil, &panel); err != nil {
		return "", err
	}
	size := image.Pt(panel.Width, panel.Height)
	r, err := c.photograph(words, size)
	if err != nil {
		return "", err
	}
	want := image.NewRGBA(image.Rectangle{Max: size})
	testcard.New(pattern, size).Draw(want, image.Point{}, 0)
	if wrong := r.Wrong(want, panel.Type == "monochrome" || panel.Type == "grayscale"); len(wrong) > 0 {
		fmt.Fprintf(c.out, "%d LEDs differ, such as column %d, row %d.\n", len(wrong), wrong[0].X+1, wrong[0].Y+1)
		return "no", nil
	}
	return "yes", nil
}
