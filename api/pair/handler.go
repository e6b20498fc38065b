// SPDX-License-Identifier: Apache-2.0

package pair

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/origin"
)

const (
	maxBody = 4 << 10
	patient = time.Second // the device's time to answer
)

var (
	errForeign = rest.Refuse(http.StatusForbidden, "Pages of other sites may not send requests")
	errApprove = rest.Refuse(http.StatusForbidden, "Only a key of scope all approves; this one may refuse")
	errGroup   = rest.Refuse(http.StatusBadRequest, "group: want web_admin")
	errScope   = rest.Refuse(http.StatusBadRequest, "scope: want control or all")
	errNoAuth  = rest.Refuse(http.StatusUnauthorized, "Invalid auth")
)

// Endpoints serves the clients that ask for a key and have none yet, and the users with
// the right to refuse: they see the pending request and answer it, and only a key of scope all
// approves.
func (d *Desk) Endpoints() []rest.Endpoint {
	const get, post = http.MethodGet, http.MethodPost
	original := func(do func(*http.Request) (any, error)) rest.Handler { return rest.Pass(answered(do, asOriginal)) }
	ours := func(do func(r *http.Request, may bool) (any, error)) rest.Handler {
		return rest.Pass(answered(func(r *http.Request) (any, error) { return do(r, d.keys.SeesAll(r)) }, asOurs))
	}
	return []rest.Endpoint{
		{Path: "/api/v1/user", Public: true, Methods: rest.Methods{get: original(d.getUsers)}},
		{Path: "/api/v1/user/request", Public: true, Methods: rest.Methods{post: original(d.postRequest)}},
		{Path: "/api/v1/user/request/exchange", Public: true, Methods: rest.Methods{post: original(d.postExchange)}},
		{Path: "/api/v1/user/challenge/{uuid}", Public: true, Methods: rest.Methods{get: original(d.getChallenge)}},
		{Path: "/live/pairing", Control: true, Private: true,
			Methods: rest.Methods{get: ours(d.getPairing), post: ours(d.postPairing)}},
	}
}

// The forms of an error message: the original's here, and the API's own
// (docs/decisions.md 2).
func asOriginal(message string) any {
	return map[string]any{"error": map[string]string{"message": message}}
}

func asOurs(message string) any {
	return map[string]any{"errors": []map[string]string{{"message": message}}}
}

// answered writes what f returns, or its error. It refuses pages of other
// sites, even one whose host name resolves to this device (DNS rebinding),
// which would have the same origin.
func answered(f func(*http.Request) (any, error), form func(string) any) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		v, err := any(nil), error(errForeign)
		if !origin.Foreign(r) {
			v, err = f(r)
		}
		status := http.StatusOK
		if err != nil {
			var message string
			status, message = explain(err)
			v = form(message)
		}
		if early := (*errEarly)(nil); errors.As(err, &early) {
			w.Header().Set("Retry-After", strconv.Itoa(early.seconds()))
		} else if status == http.StatusServiceUnavailable {
			w.Header().Set("Retry-After", "1")
		}
		body, err := wire.Encode(v)
		if err != nil {
			status = http.StatusInternalServerError
		}
		w.Header().Set("Content-Type", "application/json;charset=UTF8")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(status)
		w.Write(body)
	})
}

func explain(err error) (status int, message string) {
	if messages, ok := wire.Messages(err); ok {
		return http.StatusBadRequest, strings.Join(messages, "; ")
	}
	var answer *rest.Refusal // also of the keys: 409 while a backup is restored, 507 where the card is full
	var early *errEarly
	var bad errStatus
	switch {
	case errors.As(err, &answer):
		return answer.Status(), answer.Error()
	case errors.As(err, &early):
		return http.StatusTooManyRequests, err.Error()
	case errors.As(err, &bad):
		return http.StatusBadRequest, err.Error()
	case errors.Is(err, device.ErrNotAsking):
		return http.StatusNotFound, "No such request for a key"
	case errors.Is(err, device.ErrStopped), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return http.StatusServiceUnavailable, "The device does not answer"
	case errors.Is(err, errUnknown):
		return http.StatusInternalServerError, err.Error() // as the original does
	}
	return http.StatusInsufficientStorage, err.Error()
}

func sender(r *http.Request) netip.Addr { return rest.Address(r).Unmap() }

// wireChallenge is a challenge in the form that the asking client sees.
type wireChallenge struct {
	Date     string `json:"date"`
	Duration int    `json:"duration"` // seconds
	State    state  `json:"state"`
	Type     string `json:"type"`
	UUID     string `json:"uuid"`
}

func (c challenge) wire() wireChallenge {
	return wireChallenge{c.date.UTC().Format(time.RFC3339), int(life.Seconds()), c.state, "press_key", c.uuid}
}

func (d *Desk) postRequest(r *http.Request) (any, error) {
	query := r.URL.Query()
	if group := query.Get("group"); group != "" && group != "web_admin" {
		return nil, errGroup
	}
	full := false
	switch query.Get("scope") {
	case "", "control":
	case "all":
		full = origin.Own(r) // everybody else gets what everybody gets
	default:
		return nil, errScope
	}
	ctx, cancel := context.WithTimeout(r.Context(), patient)
	defer cancel()
	c, err := d.ask(ctx, sender(r), full)
	return map[string]wireChallenge{"challenge": c.wire()}, err
}

func (d *Desk) getChallenge(r *http.Request) (any, error) {
	c, err := d.info(sender(r), r.PathValue("uuid"))
	return c.wire(), err
}

// wireUser is a user who has a key.
type wireUser struct {
	Group  string `json:"group"`
	Key    string `json:"key"`
	Name   string `json:"name"`
	Origin string `json:"origin"`
	Status string `json:"status"`
	UUID   string `json:"uuid"`
}

func (d *Desk) postExchange(r *http.Request) (any, error) {
	var body struct {
		ID wire.Word `json:"challenge_id"`
	}
	if err := read(r, &body); err != nil {
		return nil, err
	}
	if !body.ID.Set {
		return nil, wire.Missing("challenge_id")
	}
	name, key, err := d.exchange(sender(r), body.ID.Text)
	return map[string]wireUser{"user": {"web_admin", key, name, "local", "active", body.ID.Text}}, err
}

// getUsers answers a client that shows a key of the API, such as the one from
// its pairing.
func (d *Desk) getUsers(r *http.Request) (any, error) {
	cookie, err := r.Cookie("authorization")
	if err != nil {
		return nil, errNoAuth
	}
	key, _, _ := strings.Cut(cookie.Value, ":")
	if key == "" || !d.keys.Admits(r, key) {
		return nil, errNoAuth
	}
	return []wireUser{{"integration", key, "integration", "local", "active", "integration"}}, nil
}

func read(r *http.Request, to any) error {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return rest.Refuse(http.StatusRequestEntityTooLarge, "The body is larger than 4 KiB, or incomplete")
	}
	return wire.Decode(data, to)
}

// pairing is the pending request, for users who may answer it.
type pairing struct {
	ID      string `json:"id"`
	Address string `json:"address"`
	Scope   string `json:"scope"`   // of the key: control or all
	Seconds int    `json:"seconds"` // remaining
	Approve bool   `json:"approve"` // whether this user may approve it; any may refuse
}

// getPairing answers with the pending request, or null if there is none; may
// says whether the user can approve it.
func (d *Desk) getPairing(_ *http.Request, may bool) (any, error) {
	c, ok := d.current()
	if !ok {
		return map[string]any{"request": nil}, nil
	}
	scope := "control"
	if c.full {
		scope = "all"
	}
	return map[string]any{"request": pairing{c.id, c.from.String(), scope, int(time.Until(c.until).Seconds()), may}}, nil
}

// postPairing takes the answer to a request; may says whether it can approve.
func (d *Desk) postPairing(r *http.Request, may bool) (any, error) {
	var body struct {
		ID      wire.Word    `json:"id"`
		Approve wire.Boolean `json:"approve"`
	}
	if err := read(r, &body); err != nil {
		return nil, err
	}
	switch {
	case !body.ID.Set:
		return nil, wire.Missing("id")
	case !body.Approve.Set:
		return nil, wire.Missing("approve")
	}
	var f wire.Faults
	f.Check("id", body.ID.Value)
	f.Check("approve", body.Approve.Value)
	if err := f.Err(); err != nil {
		return nil, err
	}
	if body.Approve.On && !may {
		return nil, errApprove
	}
	ctx, cancel := context.WithTimeout(r.Context(), patient)
	defer cancel()
	return map[string]bool{"success": true}, d.answer(ctx, body.ID.Text, body.Approve.On)
}
