package api

import (
	"net/http"
	"net/url"
	"strings"
)

// A browser adds a key that it remembers to whatever any site makes it send.
// Three rules keep other sites from using that: browsers are never asked to
// remember the key (byBrowser), a key that a browser says to have added by
// itself is none (ambient), and what other sites send must be of a kind that
// browsers do not send for them without asking the device first (forged).

// byBrowser reports whether a browser has sent the request, as far as that can
// be known: to plain HTTP on a LAN address it sends no Sec-Fetch header. Those
// are not challenged, so that no browser asks for the key in a window of its own
// and remembers it: the page asks.
func byBrowser(r *http.Request) bool {
	for _, name := range []string{"Origin", "Upgrade-Insecure-Requests", "Sec-Fetch-Mode"} {
		if r.Header.Get(name) != "" {
			return true
		}
	}
	return strings.Contains(r.Header.Get("Accept"), "text/html")
}

// ambient reports whether another site has caused the request and the browser
// has added a key that it remembers: to a form, an image, a link. Scripts of
// other sites must send the key themselves, and may (CORS).
func ambient(r *http.Request) bool {
	mode, site := r.Header.Get("Sec-Fetch-Mode"), r.Header.Get("Sec-Fetch-Site")
	return (site == "cross-site" || site == "same-site") && (mode == "navigate" || mode == "no-cors" || mode == "websocket")
}

// forged reports whether another site may have made a browser send this with a
// key that the browser remembers. A request that changes something must say that
// it is JSON: that no form can, and a script is asked for by the browser in an
// OPTIONS whose answer lets no remembered key through (Fetch Standard, 3.3.5).
func forged(r *http.Request) bool {
	if r.Method != http.MethodPost {
		return false // PUT and DELETE are asked for in any case; GET changes nothing
	}
	media, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	return foreign(r) && !strings.EqualFold(strings.TrimSpace(media), "application/json")
}

// foreign reports whether a page of another site has sent the request. A program
// says nothing of a page.
func foreign(r *http.Request) bool {
	page := r.Header.Get("Origin")
	if page == "" {
		page = r.Header.Get("Referer")
	}
	if page == "" {
		return false
	}
	u, err := url.Parse(page)
	if err != nil || u.Host == "" {
		return true // such as "null", of a page in a file or a sandbox
	}
	return !strings.EqualFold(withoutPort(u.Host, u.Scheme), withoutPort(r.Host, u.Scheme))
}

// withoutPort takes the port that a URL of the scheme has anyway from a host.
func withoutPort(host, scheme string) string {
	switch scheme {
	case "http":
		return strings.TrimSuffix(host, ":80")
	case "https":
		return strings.TrimSuffix(host, ":443")
	}
	return host
}

// allowOtherSites lets the scripts of any page read an answer. Only answers to
// requests that have shown the key are for them: the serial number, which never
// changes, would tell every site whose home this is.
func allowOtherSites(h http.Header) {
	h["Access-Control-Allow-Origin"] = anyone
	h["Access-Control-Allow-Headers"] = anyHeader
	h["Access-Control-Allow-Methods"] = anyMethod
}

// Values of headers. A browser does not count the key's header among any headers
// (Fetch Standard, 3.3.4), so it is named too.
var (
	anyone    = []string{"*"}
	anyHeader = []string{"*", "Authorization"}
	anyMethod = []string{"GET, HEAD, POST, PUT, DELETE, OPTIONS"}
	noSniff   = []string{"nosniff"}
)
