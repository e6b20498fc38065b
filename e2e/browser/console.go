// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

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
	t.Cleanup(func() {
		for _, s := range c.unexpected() {
			t.Errorf("the page says %s", s)
		}
	})
	return context.WithValue(ctx, consoleKey{}, c)
}

// expect allows the page to say what matches pattern, before or after.
func (c *console) expect(pattern string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.expected = append(c.expected, regexp.MustCompile(pattern))
}

// What pages of these tests say when all is as it should be.
const (
	KeyIsRefused  = `status of 401`
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
	for _, p := range c.expected {
		if p.MatchString(said) {
			return true
		}
	}
	return false
}
