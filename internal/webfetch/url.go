// SPDX-License-Identifier: Apache-2.0

package webfetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/maskurl"
)

// CheckURL says why u cannot be fetched, by its form alone.
func CheckURL(u *url.URL) error {
	if u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("%w: scheme %q is not http or https", ErrRefused, u.Scheme)
	}
	if u.Hostname() == "" {
		return fmt.Errorf("%w: no host in the URL", ErrRefused)
	}
	return nil
}

// Check says why a URL in settings cannot be fetched, by its form alone.
func Check(rawURL string) error {
	u, err := url.Parse(rawURL)
	if err != nil {
		return Quiet(err)
	}
	return CheckURL(u)
}

// checkRedirect follows few redirects. What header holds, and passwords, go to
// the host of the first request only, and never from https to http.
func checkRedirect(req *http.Request, via []*http.Request, header map[string]string) error {
	if len(via) > MaxRedirects {
		return fmt.Errorf("more than %d redirects", MaxRedirects)
	}
	req.Header.Del("Referer")
	first := via[0].URL
	if home(first, req, via) {
		req.URL.User = first.User
		return CheckURL(req.URL)
	}
	req.URL.User = nil
	for _, name := range []string{"Authorization", "Cookie"} {
		req.Header.Del(name)
	}
	for name := range header {
		req.Header.Del(name)
	}
	return CheckURL(req.URL)
}

// home reports whether req and all that led to it stay at the host of first.
func home(first *url.URL, req *http.Request, via []*http.Request) bool {
	at := func(u *url.URL) bool {
		return u.Host == first.Host && u.Scheme == first.Scheme ||
			u.Hostname() == first.Hostname() && u.Scheme == "https" && first.Scheme == "http"
	}
	for _, r := range via {
		if !at(r.URL) {
			return false
		}
	}
	return at(req.URL)
}

// Quiet drops the URL, which may hold a password or be one, from an error of net/url,
// net/http and libraries that use them. Of other addresses in it, such as that of a
// redirect, it shows where they lead.
func Quiet(err error) error {
	for u := (*url.Error)(nil); errors.As(err, &u); err = u.Err {
		if u.Op == "parse" { // the error beneath quotes a piece of it
			return errors.New("the text is not a URL")
		}
	}
	if err != nil && strings.Contains(err.Error(), "failed to parse Location header") { // quotes it in pieces
		return errors.New("the server redirects to no valid address")
	}
	if err == nil || maskurl.In(err.Error()) == err.Error() {
		return err
	}
	return &quiet{err}
}

// quiet is an error that shows of addresses where they lead.
type quiet struct{ error }

func (q *quiet) Error() string { return maskurl.In(q.error.Error()) }

func (q *quiet) Unwrap() error { return q.error }

// because is err without the URL, or why ctx ended if it did.
func because(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return Quiet(err)
}

// retryAfter reads Retry-After in seconds, at most a day; 0 for anything else.
func retryAfter(s string) time.Duration {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return time.Duration(min(n, 24*60*60)) * time.Second
}
