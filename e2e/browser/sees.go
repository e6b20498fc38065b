// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"fmt"
	"regexp"
)

// Sees waits until each of these texts is somewhere in the part.
func (p Part) Sees(texts ...string) {
	p.page.t.Helper()
	for _, text := range texts {
		p.has(text, true)
	}
}

// Lacks waits until none of these texts is in the part.
func (p Part) Lacks(texts ...string) {
	p.page.t.Helper()
	for _, text := range texts {
		p.has(text, false)
	}
}

func (p Part) has(text string, want bool) {
	p.page.t.Helper()
	wanted := fmt.Sprintf("“%s” in %s: %v", text, p, want)
	p.page.until(wanted, func() error {
		if has, err := ask[bool](p.page, "has", p.path, p.page.said(text)); err != nil || has == want {
			return err
		}
		said, err := ask[string](p.page, "text", p.path)
		if err != nil {
			return err
		}
		return errThere("“" + said + "”")
	})
}

// Reads waits until the part's whole text is this, with * for any.
func (p Part) Reads(text string) {
	p.page.t.Helper()
	p.becomes("to read “"+text+"”", "text", pattern(p.page.said(text)))
}

// Matches waits until the part's whole text fits a regular expression.
func (p Part) Matches(expression string) {
	p.page.t.Helper()
	p.becomes("to read "+expression, "text", regexp.MustCompile(expression))
}

// Holds waits until the field has a value, as HTML has it.
func (p Part) Holds(value string) {
	p.page.t.Helper()
	p.becomes("to hold “"+value+"”", "value", pattern([]string{value}))
}

func (p Part) becomes(wanted, verb string, fits *regexp.Regexp) {
	p.page.t.Helper()
	p.page.until(p.String()+" "+wanted, func() error {
		is, err := ask[string](p.page, verb, p.path)
		if err == nil && !fits.MatchString(is) {
			err = errThere("“" + is + "”")
		}
		return err
	})
}

// Toast waits until the page has told something for a moment; it forgets that, and all that
// it told before.
func (p *Page) Toast(text string) {
	p.t.Helper()
	p.until("to be told “"+text+"”", func() error {
		_, err := ask[int](p, "toast", p.said(text))
		return err
	})
}

// Shows waits until the part is there.
func (p Part) Shows() {
	p.page.t.Helper()
	p.number("to see "+p.String(), "count", func(n int) bool { return n > 0 })
}

// Gone waits until nothing of the part is there.
func (p Part) Gone() {
	p.page.t.Helper()
	p.Counts(0)
}

// Counts waits until there are n of the part.
func (p Part) Counts(n int) {
	p.page.t.Helper()
	p.number(fmt.Sprintf("%d of %s", n, p), "count", func(is int) bool { return is == n })
}

// AtLeast waits until there are n of the part, or more.
func (p Part) AtLeast(n int) {
	p.page.t.Helper()
	p.number(fmt.Sprintf("at least %d of %s", n, p), "count", func(is int) bool { return is >= n })
}

// Drawn waits until at least n pictures of the part have come.
func (p Part) Drawn(n int) {
	p.page.t.Helper()
	p.number(fmt.Sprintf("%d drawn pictures of %s", n, p), "drawn", func(is int) bool { return is >= n })
}

func (p Part) number(wanted, verb string, ok func(n int) bool) {
	p.page.t.Helper()
	p.page.until(wanted, func() error {
		n, err := ask[int](p.page, verb, p.path)
		if err == nil && !ok(n) {
			err = errThere(fmt.Sprintf("%d", n))
		}
		return err
	})
}

// Is waits until the part matches a selector, such as :checked.
func (p Part) Is(selector string) {
	p.page.t.Helper()
	p.page.until(p.String()+" to be "+selector, func() error {
		is, err := ask[bool](p.page, "is", p.path, selector)
		if err == nil && !is {
			err = errThere("it is not")
		}
		return err
	})
}
