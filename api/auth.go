package api

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// user is the fixed name of Basic authentication (device-api.md, Authentication).
const user = "dev"

// lock checks the key of requests.
type lock struct {
	sum     [sha256.Size]byte // of the key
	guesses *guesses
}

func newLock(k Key) *lock {
	return &lock{sum: sha256.Sum256([]byte(k)), guesses: newGuesses()}
}

// check lets a request with the right key pass. Wrong keys are counted against
// the sender's address; a request with no key at all is not.
func (l *lock) check(w http.ResponseWriter, r *http.Request) error {
	key, given := offered(r)
	if given && l.opens(key) {
		return nil
	}
	if given {
		if wait := l.guesses.wrong(sender(r), time.Now()); wait > 0 {
			seconds := int(math.Ceil(wait.Seconds()))
			w.Header().Set("Retry-After", strconv.Itoa(seconds))
			return &httpError{http.StatusTooManyRequests, fmt.Sprintf("Too many wrong keys from this address, try again in %d s", seconds)}
		}
	}
	w.Header().Set("WWW-Authenticate", `Basic realm="global"`)
	return &httpError{http.StatusUnauthorized, "Authorization is required"}
}

// opens compares in constant time, also in the length of the key.
func (l *lock) opens(key string) bool {
	sum := sha256.Sum256([]byte(key))
	return subtle.ConstantTimeCompare(sum[:], l.sum[:]) == 1
}

// offered gives the key of a request. The key of a wrong user, or of another
// scheme than Basic, is a wrong one.
func offered(r *http.Request) (key string, given bool) {
	if r.Header.Get("Authorization") == "" {
		return keyProtocol(r)
	}
	if ambient(r) {
		return "", false
	}
	name, key, ok := r.BasicAuth()
	if !ok {
		return "", true
	}
	given = key != ""
	if name != user {
		key = ""
	}
	return key, given
}

// ambient tells requests that another site has caused and to which the browser
// has added a key it remembers: a form, an image, a link. Scripts of other
// sites must send the key themselves, and may (CORS).
func ambient(r *http.Request) bool {
	mode := r.Header.Get("Sec-Fetch-Mode")
	return r.Header.Get("Sec-Fetch-Site") == "cross-site" && (mode == "navigate" || mode == "no-cors" || mode == "websocket")
}

// A browser's WebSocket cannot send a header of its own, so the key may come as
// a subprotocol, beside or in place of protocol.
const (
	protocol    = "ledpost"
	keyInFront  = "ledpost.key."
	protocolKey = "Sec-Websocket-Protocol"
)

// keyProtocol gives the key among the offered subprotocols.
func keyProtocol(r *http.Request) (key string, given bool) {
	for _, line := range r.Header[protocolKey] {
		for p := range strings.SplitSeq(line, ",") {
			if key, ok := strings.CutPrefix(strings.TrimSpace(p), keyInFront); ok {
				return key, key != ""
			}
		}
	}
	return "", false
}

// sender is who a request counts for: an IPv4 address, or the /64 of an IPv6
// one, of which a single machine has as many as it likes.
func sender(r *http.Request) netip.Prefix {
	ap, _ := netip.ParseAddrPort(r.RemoteAddr)
	return party(ap.Addr())
}

func party(a netip.Addr) netip.Prefix {
	a = a.Unmap().WithZone("")
	bits := 32
	if a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits) // the invalid prefix for no address
	return p
}
