// SPDX-License-Identifier: Apache-2.0

package lametric

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/budget"
)

// maxIdempotencyKey bounds how much of a request is remembered.
const maxIdempotencyKey = 255

func (o *Original) postNotification(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	n, err := wire.ParseNotification(body)
	if err != nil {
		return err
	}
	retry := r.Header.Get("Idempotency-Key")
	if len(retry) > maxIdempotencyKey {
		return wire.Complaint(fmt.Sprintf("Idempotency-Key: %d bytes, at most %d are allowed", len(retry), maxIdempotencyKey))
	}
	ctx, done := rest.Patience(r)
	defer done()
	id, err := o.cfg.Device.Notify(ctx, n, retry)
	if err != nil {
		return err
	}
	return rest.WriteSuccess(w, struct {
		ID string `json:"id"`
	}{id})
}

// getQueue writes one item after the other, because all of them together, with
// their icons, could be large. It holds none but the one that it writes: meanwhile they may
// end, and others take their place.
func (o *Original) getQueue(w http.ResponseWriter, r *http.Request) error {
	ids, err := o.waiting(r)
	if err != nil {
		return err
	}
	w.Header()["Content-Type"] = rest.JSONType
	before := "["
	for _, id := range ids {
		it, err := o.lookup(r, id)
		if err == nil && it.Outcome != "" || errors.Is(err, device.ErrNotFound) {
			continue // it has ended since
		}
		if err != nil {
			return err
		}
		if err := o.writeItem(w, r, before, &it); err != nil {
			return err
		}
		before = ","
	}
	_, err = w.Write([]byte(strings.Trim(before, ",") + "]\n")) // an empty list begins here
	return err
}

// waiting returns the ids of the notifications that have not ended.
func (o *Original) waiting(r *http.Request) (ids []string, err error) {
	items, err := rest.Call(r, o.cfg.Device.Queue)
	for i := range items {
		ids = append(ids, items[i].ID)
	}
	return ids, err
}

func (o *Original) lookup(r *http.Request, id string) (device.Item, error) {
	ctx, done := rest.Patience(r)
	defer done()
	return o.cfg.Device.Lookup(ctx, id)
}

// writeItem writes a notification behind what stands before it. It writes nothing at all where
// there is no room for it.
func (o *Original) writeItem(w http.ResponseWriter, r *http.Request, before string, it *device.Item) error {
	item, err := wire.EncodeHeld(func() any { return o.itemFor(r, it) })
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	if err := budget.Of(r.Context()).Cover(int64(len(item))); err != nil {
		return err
	}
	if _, err := io.WriteString(w, before); err != nil {
		return err
	}
	_, err = w.Write(item)
	return err
}

// itemFor returns a notification as the key of the request may see it; with model=false without its frames and its
// sound, which may be large.
func (o *Original) itemFor(r *http.Request, it *device.Item) wire.Item {
	if r.URL.Query().Get("model") == "false" {
		lean := *it
		lean.Frames, lean.Sound, it = nil, nil, &lean
	}
	item := wire.ItemOf(it)
	if !o.cfg.SeesAll(r) {
		item.HideSecrets()
	}
	return item
}

func (o *Original) getCurrent(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	it, ok, err := o.cfg.Device.Current(ctx)
	if err != nil {
		return err
	}
	if !ok {
		return rest.WriteJSON(w, http.StatusOK, struct{}{})
	}
	return rest.WriteHeld(w, func() any { return o.itemFor(r, &it) })
}

func (o *Original) getNotification(w http.ResponseWriter, r *http.Request) error {
	it, err := o.lookup(r, r.PathValue("id"))
	if err != nil {
		return err
	}
	return rest.WriteHeld(w, func() any { return o.itemFor(r, &it) })
}

func (o *Original) deleteQueue(w http.ResponseWriter, r *http.Request) error {
	return o.dismiss(w, r, o.cfg.Device.DismissAll)
}

func (o *Original) deleteCurrent(w http.ResponseWriter, r *http.Request) error {
	return o.dismiss(w, r, o.cfg.Device.DismissCurrent)
}

func (o *Original) deleteNotification(w http.ResponseWriter, r *http.Request) error {
	return o.dismiss(w, r, func(ctx context.Context) error { return o.cfg.Device.Dismiss(ctx, r.PathValue("id")) })
}

func (o *Original) dismiss(w http.ResponseWriter, r *http.Request, what func(context.Context) error) error {
	ctx, done := rest.Patience(r)
	defer done()
	return rest.WriteDone(w, what(ctx))
}
