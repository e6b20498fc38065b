// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/internal/eventually"
)

// limit is how long a verb waits. On a busy machine whatever is outside of the test may be slow.
const limit = eventually.Patience

// asking is how long one question lasts. Meanwhile the page looks again after each of its changes.
// Then the verb asks again, since a new page forgets the question.
const asking = 2 * time.Second

// pause is the time between two looks at what the page itself cannot watch.
const pause = 20 * time.Millisecond

// An errThere says what stands on the page while what a verb wants is not so yet.
type errThere string

func (e errThere) Error() string { return string(e) }

// do does one step of the browser, or ends the test.
func (p *Page) do(what string, step act) {
	p.t.Helper()
	if _, err := chromedp.Run(p.ctx, step); err != nil {
		p.fail(what, err)
	}
}

// ask calls a verb of reads.js or hands.js with arguments and returns its answer. The error is an errThere
// if the page is not as it should be for a while, or is being replaced by another.
func ask[T any](p *Page, verb string, args ...any) (answer T, err error) {
	text, err := json.Marshal(append([]any{p.asking.Milliseconds(), verb}, args...))
	if err != nil {
		return answer, err
	}
	said, err := p.evaluate("ask(..." + string(text) + ")")
	if err != nil {
		return answer, gone(p.ctx, err)
	}
	var out struct {
		Value T
		Fault string
	}
	if err := json.Unmarshal(said, &out); err != nil {
		return answer, fmt.Errorf("%s answers %s: %w", verb, said, err)
	}
	if out.Fault != "" {
		return answer, errThere(out.Fault)
	}
	return out.Value, nil
}

// evaluate returns what the promise that a script makes is kept with, as JSON.
func (p *Page) evaluate(script string) ([]byte, error) {
	if p.other != nil {
		return p.other.evaluate(p.ctx, script)
	}
	return chromedp.Run(p.ctx, chromedp.Evaluate[[]byte](script, chromedp.EvalAwaitPromise, chromedp.EvalAsValue))
}

// gone makes an errThere of an error that a page which is just being replaced has.
func gone(ctx context.Context, err error) error {
	var thrown *chromedp.ExceptionError
	switch {
	case ctx.Err() != nil:
		return err
	case (errors.As(err, &thrown) || errors.Is(err, errThrown)) && !strings.Contains(err.Error(), "ask is not"):
		return err
	}
	return errThere("the page is being loaded")
}

// until looks again and again until look has no fault, and ends the test if that takes too
// long, or for any error but an errThere. wanted says in the failure what was waited for.
func (p *Page) until(wanted string, look func() error) {
	p.t.Helper()
	var err error
	for begun := time.Now(); time.Since(begun) < limit; time.Sleep(pause) {
		if err = look(); err == nil {
			return
		}
		if _, waits := errors.AsType[errThere](err); !waits {
			break
		}
	}
	p.fail(wanted, err)
}

// now asks once it can be answered, and returns the answer.
func now[T any](p *Page, wanted, verb string, args ...any) (answer T) {
	p.t.Helper()
	p.until(wanted, func() (err error) {
		answer, err = ask[T](p, verb, args...)
		return err
	})
	return answer
}

// fail ends the test with what was wanted, what stood there, and what the page said.
func (p *Page) fail(wanted string, err error) {
	p.t.Helper()
	around, e := ask[string](p, "around")
	if e != nil {
		around = e.Error()
	}
	said := p.ctx.Value(consoleKey{}).(*console).unexpected()
	p.Shoot(strings.ReplaceAll(p.t.Name(), "/", "-") + "-failed.png")
	p.t.Fatalf("wanted: %s\nthere: %v\n%s\nconsole: %q", wanted, err, around, said)
}

// A console collects what a page throws, writes to the browser's console, or has
// refused: answers of 400 and more, connections that fail, what its policy forbids.
type console struct {
	test context.Context // ends with the test, before the device does

	mu       sync.Mutex
	said     []string
	expected []*regexp.Regexp
}

type consoleKey struct{}

// overhear fails the test at its end for all that the page of ctx says, other than
// what it was told to expect. The context that it returns holds the console.
func overhear(t *testing.T, ctx context.Context) context.Context {
	t.Helper()
	c := &console{test: t.Context()}
	if err := chromedp.Listen(ctx, c.hear); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.report(t) })
	return context.WithValue(ctx, consoleKey{}, c)
}

// report fails the test for all that was not expected.
func (c *console) report(t *testing.T) {
	for _, s := range c.unexpected() {
		t.Errorf("the page says %s", s)
	}
}

// heard is hear for a line of another browser than Chromium.
func (c *console) heard(level, text string) {
	if c.test.Err() != nil || level != "error" && level != "warn" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.said = append(c.said, level+": "+text)
}

// expect allows the page to say what matches pattern, before or after.
func (c *console) expect(pattern string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.expected = append(c.expected, regexp.MustCompile(pattern))
}

// What pages of these tests say when all is as it should be.
const (
	KeyIsRefused  = `status of 401|no valid credentials available`
	ValueIsBad    = `status of 400`
	IsMissing     = `status of 404`
	FailsItsCheck = `status of 503 .*/healthz`
	IsAway        = `net::ERR_|WebSocket connection to|status of 503 .*/healthz` // or starts, and a slow one says so
)

// hear is given every event of a page.
func (c *console) hear(event any) {
	if c.test.Err() != nil { // the device is being ended
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		d := e.ExceptionDetails
		s := d.Text
		if d.Exception != nil {
			s += " " + d.Exception.Description
		}
		c.said = append(c.said, fmt.Sprintf("%s (%s:%d)", s, d.URL, d.LineNumber+1))
	case *runtime.EventConsoleAPICalled:
		s := "console." + string(e.Type) + ":"
		for _, a := range e.Args {
			s += " " + string(a.Value) + a.Description
		}
		c.said = append(c.said, s)
	case *log.EventEntryAdded:
		bad := e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning
		switch {
		case e.Entry.Source == log.EntrySourceRendering: // the graphics driver's
		case strings.Contains(e.Entry.Text, "should be served over HTTPS"): // of every file that a page saves
		case bad:
			c.said = append(c.said, fmt.Sprintf("%s: %s (%s)", e.Entry.Source, e.Entry.Text, e.Entry.URL))
		}
	}
}

// unexpected is what the page has said so far, other than what was expected.
func (c *console) unexpected() (all []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.said {
		if !c.isExpected(s) {
			all = append(all, s)
		}
	}
	return all
}

func (c *console) isExpected(said string) bool {
	return slices.ContainsFunc(c.expected, func(p *regexp.Regexp) bool { return p.MatchString(said) })
}
