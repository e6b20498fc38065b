// SPDX-License-Identifier: Apache-2.0

package lametric

import (
	"context"
	"fmt"
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
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
// their icons, could be large.
func (o *Original) getQueue(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	items, err := o.cfg.Device.Queue(ctx)
	if err != nil {
		return err
	}
	w.Header()["Content-Type"] = rest.JSONType
	between := []byte("[")
	for i := range items {
		item, err := wire.Encode(o.itemFor(r, &items[i]))
		if err != nil {
			return fmt.Errorf("api: %w", err)
		}
		w.Write(between)
		if _, err := w.Write(item); err != nil {
			return fmt.Errorf("api: %w", err)
		}
		between = []byte(",")
	}
	if len(items) == 0 {
		w.Write(between)
	}
	_, err = w.Write([]byte("]\n"))
	return err
}

// itemFor returns a notification as the key of the request may see it.
func (o *Original) itemFor(r *http.Request, it *device.Item) wire.Item {
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
	return rest.WriteJSON(w, http.StatusOK, o.itemFor(r, &it))
}

func (o *Original) getNotification(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	it, err := o.cfg.Device.Lookup(ctx, r.PathValue("id"))
	if err != nil {
		return err
	}
	return rest.WriteJSON(w, http.StatusOK, o.itemFor(r, &it))
}

func (o *Original) deleteQueue(w http.ResponseWriter, r *http.Request) error {
	return o.dismiss(w, r, o.cfg.Device.DismissAll)
}

func (o *Original) deleteCurrent(w http.ResponseWriter, r *http.Request) error {
	return o.dismiss(w, r, o.cfg.Device.DismissCurrent)
}

func (o *Original) deleteNotification(w http.ResponseWriter, r *http.Request) error {
	return o.dismiss(w, r, func(ctx context.Context) error {
		return o.cfg.Device.Dismiss(ctx, r.PathValue("id"))
	})
}

func (o *Original) dismiss(w http.ResponseWriter, r *http.Request, what func(context.Context) error) error {
	ctx, done := rest.Patience(r)
	defer done()
	if err := what(ctx); err != nil {
		return err
	}
	return rest.WriteDone(w)
}
