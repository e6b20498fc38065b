package api

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

	"github.com/ledpost/ledpost/api/door"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/rate"
)

// user is the fixed name of Basic authentication (docs/api.md, Authentication).
const user = "dev"

// lock checks the keys of requests. The keys may change at any time.
type lock struct {
	now       atomic.Pointer[secret]   // the device's own key
	named     atomic.Pointer[[]secret] // see keyring
	wrongKeys *rate.Limiter            // limits how many keys may be tried (docs/decisions.md 2)
	ended     func(*secret)            // is called with each key that is no longer in force
}

// secret is what the server keeps of a key: only what it needs to check one.
type secret struct {
	NamedKey // the device's own key has no name
	sum      [sha256.Size]byte
	short    bool          // shorter than minKey
	replaced chan struct{} // closed when the key is no longer in force
}

func newSecret(k Key) *secret {
	return &secret{NamedKey{Scope: ScopeAll}, sha256.Sum256([]byte(k)), len(k) < minKey, make(chan struct{})}
}

func newLock(k Key) *lock {
	l := &lock{wrongKeys: rate.New(10, 2*time.Second), ended: func(*secret) {}}
	l.now.Store(newSecret(k))
	l.named.Store(new([]secret))
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
func (l *lock) end(old *secret) {
	close(old.replaced) // before ended, see authorize
	l.ended(old)
}

func (l *lock) short() bool { return l.now.Load().short }

// check returns the key of a request. Wrong keys count against the sender's
// address; a request without a key does not.
func (l *lock) check(r *http.Request) (*secret, error) {
	key, given := offered(r)
	if !given {
		return nil, errNoKey
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
	errNoKey    = rest.Refuse(http.StatusUnauthorized, "Authorization is required")
	errWrongKey = rest.Refuse(http.StatusUnauthorized, "Authorization is required")
)

// errForged is the answer to what another site may have caused, see forged.
var errForged = rest.Refuse(http.StatusForbidden, "A page of another site must send Content-Type: application/json")

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
func (l *lock) find(key string) (found *secret) {
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

// authorize returns the key of a request. If the request has shown one, pages
// of other sites may read the answer, and the connection keeps its place.
func (s *Server) authorize(w http.ResponseWriter, r *http.Request) (*secret, error) {
	key, err := s.lock.check(r)
	if err != nil {
		if err != errNoKey {
			s.failures.add(r)
		}
		return nil, err
	}
	s.usedOne.Do(func() { close(s.used) })
	allowOtherSites(w.Header())
	s.door.Hold(r, holderOf(key))
	select {
	case <-key.replaced: // meanwhile; Drop may have come before Hold
		return nil, errWrongKey
	default:
	}
	return key, nil
}

// holderOf returns who takes places with a key.
func holderOf(key *secret) door.Holder {
	if key.Scope == ScopeAll {
		return door.Holder{Rank: door.Owner, Name: key.Name}
	}
	return door.Holder{Rank: door.Guest, Name: key.Name}
}

// dropKey closes the connections of a key that is no longer in force.
func (s *Server) dropKey(key *secret) { s.door.Drop(holderOf(key)) }

// isOwner reports whether a request has shown a key of the owner.
func (s *Server) isOwner(r *http.Request) bool {
	key, err := s.lock.check(r)
	return err == nil && holderOf(key).Rank == door.Owner
}

// keyOf returns the key that a request has shown, or nil if it has shown none.
func (s *Server) keyOf(r *http.Request) *secret {
	key, given := offered(r)
	if !given {
		return nil
	}
	return s.lock.find(key)
}

// challenge sets the headers that tell a refused client how to authenticate or
// when to come back.
func challenge(h http.Header, r *http.Request, refusal error) {
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
	if name != user {
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

// A browser's WebSocket cannot send headers of its own, so it may offer the key
// as a subprotocol beside protocol. Other requests can send a header and must
// do so. The answer names protocol and never the key.
const (
	protocol    = "ledpost"
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
