// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"net/http"
	"net/url"
	"strings"
)

// A browser adds a remembered key to every request that any site makes it send.
// Three rules keep other sites from exploiting that: browsers are never asked
// to remember the key (byBrowser); a key that the browser says it has added by
// itself does not count (ambient); and requests from other sites must be of a
// kind that browsers do not send without a preflight request (Forged).

// byBrowser reports whether a browser has sent the request, as far as that can
// be known: over plain HTTP to a LAN address browsers send no Sec-Fetch
// headers. Browsers get no challenge, so that they do not open their own
// password window and remember the key: the page asks for it instead.
func byBrowser(r *http.Request) bool {
	for _, name := range []string{"Origin", "Upgrade-Insecure-Requests", "Sec-Fetch-Mode"} {
		if r.Header.Get(name) != "" {
			return true
		}
	}
	return strings.Contains(r.Header.Get("Accept"), "text/html")
}

// ambient reports whether another site has caused the request and the browser
// has added a key that it remembers, as for a form, an image or a link. Scripts
// of other sites must send the key themselves, which is allowed (CORS).
func ambient(r *http.Request) bool {
	mode, site := r.Header.Get("Sec-Fetch-Mode"), r.Header.Get("Sec-Fetch-Site")
	return (site == "cross-site" || site == "same-site") &&
		(mode == "navigate" || mode == "no-cors" || mode == "websocket")
}

// Forged reports whether another site may have made a browser send this request
// with a remembered key. A request that changes something must declare itself
// as JSON. A form cannot do that, and for a script the browser first sends an
// OPTIONS request, whose answer does not allow remembered keys (Fetch Standard,
// 3.3.5).
func Forged(r *http.Request) bool {
	if r.Method != http.MethodPost {
		return false // browsers send a preflight for PUT and DELETE in any case; GET changes nothing
	}
	media, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	return Foreign(r) && !strings.EqualFold(strings.TrimSpace(media), "application/json")
}

// Foreign reports whether a page of another site has sent the request. Programs
// other than browsers do not send the headers that name a page.
func Foreign(r *http.Request) bool {
	page := r.Header.Get("Origin")
	if page == "" {
		page = r.Header.Get("Referer")
	}
	if page == "" {
		return false
	}
	u, err := url.Parse(page)
	if err != nil || u.Host == "" {
		return true // such as "null", from a page in a file or a sandbox
	}
	return !strings.EqualFold(withoutPort(u.Host, u.Scheme), withoutPort(r.Host, u.Scheme))
}

// withoutPort removes the default port of the scheme from a host.
func withoutPort(host, scheme string) string {
	switch scheme {
	case "http":
		return strings.TrimSuffix(host, ":80")
	case "https":
		return strings.TrimSuffix(host, ":443")
	}
	return host
}

// AllowOtherSites lets scripts of any page read an answer. It is used only for
// requests that have shown a key: the serial number never changes, so it would
// identify this home to every site.
func AllowOtherSites(h http.Header) {
	h["Access-Control-Allow-Origin"] = anyone
	h["Access-Control-Allow-Headers"] = anyHeader
	h["Access-Control-Allow-Methods"] = anyMethod
}

// Header values. The wildcard of allowed headers does not include Authorization
// (Fetch Standard, 3.3.4), so it is named too.
var (
	anyone    = []string{"*"}
	anyHeader = []string{"*", "Authorization"}
	anyMethod = []string{"GET, HEAD, POST, PUT, DELETE, OPTIONS"}
)
