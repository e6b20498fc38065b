// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/internal/eventually"
)

// limit is how long a verb waits. On a busy machine whatever is outside of the test may be slow.
const limit = eventually.Patience

// asking is how long one question lasts. Meanwhile the page looks again after each of its changes.
// Then the verb asks anew, since a page that is replaced by another forgets the question.
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
	said, err := chromedp.Run(p.ctx,
		chromedp.Evaluate[[]byte]("ask(..."+string(text)+")", chromedp.EvalAwaitPromise, chromedp.EvalAsValue))
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

// gone makes an errThere of an error that a page which is just being replaced has.
func gone(ctx context.Context, err error) error {
	var thrown *chromedp.ExceptionError
	switch {
	case ctx.Err() != nil:
		return err
	case errors.As(err, &thrown) && !strings.Contains(err.Error(), "ask is not"):
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
