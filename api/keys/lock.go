// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/rate"
)

// User is the fixed name of Basic authentication (docs/api.md, Authentication).
const User = "dev"

// lock checks the keys of requests. The keys may change at any time.
type lock struct {
	now       atomic.Pointer[Held]   // the device's own key
	named     atomic.Pointer[[]Held] // see keyring
	wrongKeys *rate.Limiter          // limits how many keys may be tried (docs/decisions.md 2)
	ended     func(*Held)            // is called with each key that is no longer in force
}

func newLock(k Key) *lock {
	l := &lock{wrongKeys: rate.New(10, 2*time.Second), ended: func(*Held) {}}
	l.now.Store(newSecret(k))
	l.named.Store(new([]Held))
	return l
}

// change sets another key and reports whether it differs from the last one. It
// must not be called concurrently.
func (l *lock) change(k Key) bool {
	if l.opens(string(k)) {
		return false
	}
	l.end(l.now.Swap(newSecret(k)))
	return true
}

// end closes the connections of a key, which find no longer finds.
func (l *lock) end(old *Held) {
	close(old.replaced) // before ended, see authorize
	l.ended(old)
}

func (l *lock) short() bool { return l.now.Load().short }

// check returns the key of a request. Wrong keys count against the sender's
// address; a request without a key does not.
func (l *lock) check(r *http.Request) (*Held, error) {
	key, given := offered(r)
	if !given {
		return nil, ErrNoKey
	}
	if s := l.find(key); s != nil {
		return s, nil
	}
	if wait, ok := l.wrongKeys.Take(rest.Sender(r), time.Now(), 0); !ok {
		return nil, tooManyGuesses(wait)
	}
	return nil, errWrongKey
}

// A missing key and a wrong one get the same answer.
var (
	ErrNoKey    = rest.Refuse(http.StatusUnauthorized, "Authorization is required")
	errWrongKey = rest.Refuse(http.StatusUnauthorized, "Authorization is required")
)

// ErrForged is the answer to what another site may have caused, see Forged.
var ErrForged = rest.Refuse(http.StatusForbidden, "A page of another site must send Content-Type: application/json")

// tooManyGuesses is the answer to a request that comes too early, by this long.
type tooManyGuesses time.Duration

func (e tooManyGuesses) Error() string {
	return fmt.Sprintf("Too many wrong keys from this address, try again in %d s", e.seconds())
}

// Status makes it an answer.
func (e tooManyGuesses) Status() int { return http.StatusTooManyRequests }

func (e tooManyGuesses) seconds() int { return int(math.Ceil(time.Duration(e).Seconds())) }

// opens reports whether key is the device's own. The comparison takes constant
// time, whatever the length of the key.
func (l *lock) opens(key string) bool {
	sum := sha256.Sum256([]byte(key))
	return subtle.ConstantTimeCompare(sum[:], l.now.Load().sum[:]) == 1
}

// find returns the entry of a key in force, or nil if key is not one. It
// compares key with all of them, so that the time taken does not reveal which
// one matched.
func (l *lock) find(key string) (found *Held) {
	sum := sha256.Sum256([]byte(key))
	named := *l.named.Load()
	for i := range named {
		if subtle.ConstantTimeCompare(sum[:], named[i].sum[:]) == 1 {
			found = &named[i]
		}
	}
	if own := l.now.Load(); subtle.ConstantTimeCompare(sum[:], own.sum[:]) == 1 {
		found = own
	}
	return found
}

// Challenge sets the headers that tell a refused client how to authenticate or
// when to come back.
func Challenge(h http.Header, r *http.Request, refusal error) {
	if early, ok := refusal.(tooManyGuesses); ok {
		h.Set("Retry-After", strconv.Itoa(early.seconds()))
	} else if !byBrowser(r) {
		h.Set("WWW-Authenticate", `Basic realm="global"`)
	}
}

// offered returns the key that a request offers. A key with a wrong user name,
// or in a scheme other than Basic, counts as a wrong key.
func offered(r *http.Request) (key string, given bool) {
	if r.Header.Get("Authorization") == "" {
		return keyProtocol(r)
	}
	if ambient(r) {
		return "", false
	}
	name, key, ok := basic(r.Header.Get("Authorization"))
	if !ok {
		return "", true
	}
	given = key != ""
	if name != User {
		key = ""
	}
	return key, given
}

// basic returns the credentials of the Basic scheme. Unlike http.Request.BasicAuth
// it allows several spaces after the scheme (RFC 9110, 11.4) and base64 without
// its padding, which some clients leave out.
func basic(header string) (name, password string, ok bool) {
	scheme, rest, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "Basic") {
		return "", "", false
	}
	text, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.Trim(rest, " "), "="))
	if err != nil {
		return "", "", false
	}
	return strings.Cut(string(text), ":")
}

// A browser's WebSocket cannot send its own headers, so it may offer the key as a
// subprotocol beside Protocol. Other requests can send a header and must do so. The
// answer names Protocol and never the key.
const (
	Protocol    = "ledpost"
	keyInFront  = "ledpost.key."
	protocolKey = "Sec-Websocket-Protocol"
)

// keyProtocol returns the key among the offered subprotocols.
func keyProtocol(r *http.Request) (key string, given bool) {
	if r.Method != http.MethodGet || !strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
		return "", false
	}
	for _, line := range r.Header[protocolKey] {
		for p := range strings.SplitSeq(line, ",") {
			if key, ok := strings.CutPrefix(strings.TrimSpace(p), keyInFront); ok {
				return key, key != ""
			}
		}
	}
	return "", false
}
