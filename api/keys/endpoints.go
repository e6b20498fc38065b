// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
)

// Endpoints returns those by which a client manages the named keys, and a browser gets
// the first one.
func (g *Guard) Endpoints() []rest.Endpoint {
	return []rest.Endpoint{
		{Path: "/live/keys", Private: true, Methods: rest.Methods{http.MethodGet: g.getKeys, http.MethodPost: g.postKey}},
		{Path: "/live/claim", Public: true, Methods: rest.Methods{http.MethodGet: g.getClaim, http.MethodPost: g.postClaim}},
		{Path: "/live/keys/{name}", Methods: rest.Methods{http.MethodDelete: g.deleteKey}},
	}
}

// TooLittle is the answer to a key whose scope does not allow the request.
func TooLittle(s Scope) error {
	return rest.Refuse(http.StatusForbidden, fmt.Sprintf("The key's scope is %s, which does not allow this", s))
}

func (g *Guard) getKeys(w http.ResponseWriter, r *http.Request) error {
	return rest.WriteJSON(w, http.StatusOK, g.keyring.list())
}

// madeKey is the answer to making a key. No other answer ever contains the
// secret.
type madeKey struct {
	NamedKey
	Key string `json:"key"`
}

func (g *Guard) postKey(w http.ResponseWriter, r *http.Request) error {
	named, err := g.wantedKey(w, r)
	if err != nil {
		return err
	}
	key, err := g.keyring.add(named)
	if errors.Is(err, errKeyName) {
		var f wire.Faults
		f.Add("name", errKeyName.Error())
		return f.Err()
	}
	if err != nil {
		return g.keyFault(err, "The key cannot be saved, so it was not made")
	}
	g.log.Info("a key was made", "name", named.Name, "scope", named.Scope, "by", r.RemoteAddr)
	w.Header().Set("Cache-Control", "no-store")
	return rest.WriteJSON(w, http.StatusCreated, madeKey{named, string(key)})
}

// wantedKey reads the body of a POST.
func (g *Guard) wantedKey(w http.ResponseWriter, r *http.Request) (n NamedKey, err error) {
	var body struct {
		Name  wire.Word `json:"name"`
		Scope wire.Word `json:"scope"`
	}
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return n, err
	}
	switch {
	case !body.Name.Set:
		return n, wire.Missing("name")
	case !body.Scope.Set:
		return n, wire.Missing("scope")
	}
	var f wire.Faults
	if f.Check("name", body.Name.Value) && !keyName.MatchString(body.Name.Text) {
		f.Wrong("name", body.Name.Value, "want 1 to 32 letters, digits, '-', '_' and '.', which is not the first")
	}
	n.Name = body.Name.Text
	n.Scope, _ = wire.Choice(&f, "scope", body.Scope, parseScope)
	return n, f.Err()
}

func (g *Guard) deleteKey(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	if key := g.Of(r); key != nil && key.Name == name && g.places.Spare(r) { // the answer ends it
		w.Header().Set("Connection", "close")
	}
	err := g.keyring.remove(name)
	if !errors.Is(err, errNoName) && !errors.Is(err, rest.ErrTrial) {
		g.log.Info("a key was revoked", "name", name, "by", r.RemoteAddr)
	}
	if err != nil {
		return g.keyFault(err,
			"The key is revoked, but the disk cannot save that yet: until then the key would be valid again after a restart")
	}
	return rest.WriteDone(w, nil)
}

// keyFault returns the answer to a key that could not be made or revoked;
// unkept says what it means that the file could not be written.
func (g *Guard) keyFault(err error, unkept string) error {
	switch {
	case errors.Is(err, rest.ErrTrial): // nothing has changed
		return rest.ErrTrial
	case errors.Is(err, errKeyFull):
		return rest.Refuse(http.StatusInsufficientStorage, fmt.Sprintf("There may be at most %d named keys", maxKeys))
	case errors.Is(err, errNoName):
		return rest.Refuse(http.StatusNotFound, "Key not found")
	}
	g.log.Error("the named keys cannot be saved", "err", err)
	return rest.Refuse(http.StatusInsufficientStorage, unkept)
}

// AddKey makes a key of scope control, or of scope all if full, and returns its
// secret. If the name is taken, it appends a number. The error is worded for the
// client. It may be called from any goroutine.
func (g *Guard) AddKey(name string, full bool) (string, error) {
	scope := ScopeControl
	if full {
		scope = ScopeAll
	}
	for n, free := 2, name; ; n, free = n+1, fmt.Sprintf("%s-%d", name, n) {
		key, err := g.keyring.add(NamedKey{free, scope})
		if errors.Is(err, errKeyName) {
			continue // ends: there are at most maxKeys names
		}
		if err != nil {
			return "", g.keyFault(err, "The key cannot be saved, so it was not made")
		}
		g.log.Info("a key was made by pairing", "name", free, "scope", scope)
		return string(key), nil
	}
}

// Admits reports whether key is a key of scope control or all. A wrong key counts
// against the sender of r, as in [Guard.Authorize]. It may be called from any
// goroutine.
func (g *Guard) Admits(r *http.Request, key string) bool {
	shown := &http.Request{Method: r.Method, Header: http.Header{}, RemoteAddr: r.RemoteAddr}
	shown.SetBasicAuth(User, key)
	found, err := g.lock.check(shown)
	if err != nil {
		g.failures.add(shown)
		return false
	}
	g.isUsed()
	return found.Scope == ScopeControl || found.Scope == ScopeAll
}
