// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/pace"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// The gallery.
const (
	fetchers     = 2                // fetches at a time
	fetchTimeout = 10 * time.Second // of one fetch, redirects and body included
	maxFetch     = 64 << 10         // bytes of one icon
	maxRedirects = 5

	longMissing  = time.Hour   // not asked again for what the gallery does not have
	shortMissing = time.Minute // not asked again after it could not be reached
)

// Answers of the gallery without an icon to show; other errors say that it was
// not reached.
var (
	errGone = errors.New("the gallery has no such icon")    // asking again soon does not help
	errCut  = errors.New("it did not come whole")           // asking again helps
	errAway = errors.New("a redirect that is not followed") // asking again may help
	errFull = errors.New("too many are asked for")          // asking again helps, and it was not asked
)

// answered reports whether the gallery answered, with err as the result.
func answered(err error) bool {
	return err == nil || errors.Is(err, errGone) || errors.Is(err, errCut) || errors.Is(err, errAway)
}

// waitAfter returns how long to wait after err before asking again.
func waitAfter(err error) time.Duration {
	if errors.Is(err, errGone) {
		return longMissing
	}
	return shortMissing
}

// How much is read of one connection at once, which many icons may share, and then in a second:
// of what unpacks to nothing, or of HTTP/2's pings, a server could send without end.
const (
	mostBytes      = 4 << 20
	bytesPerSecond = 256 << 10
)

// dialer is that of a transport.
type dialer func(ctx context.Context, network, addr string) (net.Conn, error)

// paced returns a dialer whose connections are read at a pace.
func paced(dial dialer) dialer {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := dial(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		return pace.Conn(conn, rate.NewLimiter(bytesPerSecond, mostBytes)), nil
	}
}

// transport returns the transport for the gallery at the URL home.
func transport(home string) *http.Transport {
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            paced(guard(home).dial),
		ForceAttemptHTTP2:      true,
		MaxResponseHeaderBytes: 16 << 10,
		IdleConnTimeout:        time.Minute,
	}
}

// redirect follows few redirects, and none away from encryption or HTTP.
func redirect(r *http.Request, via []*http.Request) error {
	switch last := via[len(via)-1].URL.Scheme; {
	case len(via) > maxRedirects:
		return fmt.Errorf("%w: there were too many", errAway)
	case r.URL.Scheme != "https" && (r.URL.Scheme != "http" || last == "https"):
		return fmt.Errorf("%w: to %s", errAway, r.URL.Scheme)
	}
	return nil
}

// A gallery fetches icons of unknown numbers and keeps them. Its methods may be
// called from any goroutine.
type gallery struct {
	// Immutable.
	url       string // with {id}; "" = this gallery has no address
	decoder   *decoder
	transport *http.Transport
	kept      *diskCache

	offline atomic.Bool // the last fetch of the loops did not reach it
}

func newGallery(url string, d *decoder, kept *diskCache) *gallery {
	return &gallery{url: url, decoder: d, transport: transport(url), kept: kept}
}

// fetchLoop fetches, one icon at a time, until ctx ends.
func (s *Store) fetchLoop(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case at := <-s.fetch:
			s.fetchOne(ctx, at)
		}
	}
}

func (s *Store) fetchOne(ctx context.Context, at slot) {
	ic, _, err := s.gallery.fetch(ctx, at.name)
	if ctx.Err() != nil {
		return
	}
	reached := answered(err)
	if was := s.gallery.offline.Swap(!reached); !was && !reached {
		s.log.Warn("the icon gallery cannot be reached", "icon", at.name, "err", err)
	}
	if err == nil {
		s.keep(at, item{icon: ic})
		return
	}
	if reached {
		s.log.Info("an icon cannot be fetched from the gallery", "icon", at.name, "err", err)
	}
	s.giveUp(at, waitAfter(err), err)
}

// fetchNow is fetch for callers that do not run the loops; its errors name the
// icon.
func (g *gallery) fetchNow(ctx context.Context, number string) (*Icon, []byte, error) {
	if g.url == "" {
		return nil, nil, fmt.Errorf("icons: %s is not built in, and there is no gallery to fetch it from", number)
	}
	defer g.transport.CloseIdleConnections()
	ic, data, err := g.fetch(ctx, number)
	if err != nil {
		return nil, nil, fmt.Errorf("icons: %s: %w", number, err)
	}
	return ic, data, nil
}

// fetch fetches one icon, and keeps it on disk if all of it can be decoded: an
// answer without a length may have been cut anywhere.
func (g *gallery) fetch(ctx context.Context, number string) (*Icon, []byte, error) {
	share := g.decoder.memory.Hold()
	defer share.Release()
	if err := share.Wait(ctx, maxFetch); err != nil {
		return nil, nil, err
	}
	data, err := g.fetchBytes(ctx, number)
	if err != nil {
		return nil, nil, err
	}
	share.Release() // decode waits for memory: who waits holds none
	ic, err := g.decoder.decode(ctx, data)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", errCut, err)
	}
	g.kept.put(number, data)
	return ic, data, nil
}

// fetchBytes fetches one icon. The type and length that the server gives are
// ignored: the bytes themselves are counted and examined.
func (g *gallery) fetchBytes(ctx context.Context, number string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	url := strings.ReplaceAll(g.url, "{id}", number)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, webfetch.Quiet(err)
	}
	req.Header.Set("User-Agent", "ledpost")
	resp, err := (&http.Client{Transport: g.transport, CheckRedirect: redirect}).Do(req)
	if err != nil {
		return nil, webfetch.Quiet(err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500 || resp.StatusCode == http.StatusTooManyRequests:
		return nil, errors.New(resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("%w: %s", errGone, resp.Status)
	}
	data, err := bounded.Read(resp.Body, maxFetch)
	if errors.Is(err, bounded.ErrTooLarge) {
		return nil, fmt.Errorf("%w: %w", errGone, err)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errCut, err)
	}
	switch f, err := inspect(data); {
	case isCut(err) || err == nil && !f.ended:
		return nil, errCut
	case err != nil:
		return nil, fmt.Errorf("%w: %w", errGone, err)
	}
	return data, nil
}
