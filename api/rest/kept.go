// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"bytes"
	"cmp"
	"net/http"
)

// Kept is a response that is kept if it is not too long. Make one with [NewKept]; one goroutine may use it.
type Kept struct {
	Status int // 0 = nothing was written
	Body   bytes.Buffer
	Over   bool // there was more, which is not kept

	header http.Header
	most   int
}

// NewKept returns a response of which at most so many bytes are kept.
func NewKept(most int) *Kept { return &Kept{header: http.Header{}, most: most} }

// Ask returns the answer of h to r, of which it keeps at most so many bytes. It reports false if the answer ended
// early.
func Ask(h http.Handler, r *http.Request, most int) (k *Kept, whole bool) {
	k = NewKept(most)
	defer func() {
		// http.ErrAbortHandler is how an endpoint ends an answer that it has begun.
		if fault := recover(); fault != nil && fault != http.ErrAbortHandler {
			panic(fault)
		}
	}()
	h.ServeHTTP(k, r)
	k.WriteHeader(http.StatusOK)
	return k, true
}

// Header implements [http.ResponseWriter].
func (k *Kept) Header() http.Header { return k.header }

// WriteHeader implements [http.ResponseWriter].
func (k *Kept) WriteHeader(status int) {
	k.Status = cmp.Or(k.Status, status)
}

// Write implements [http.ResponseWriter]. It never fails: the writer would take the client for gone.
func (k *Kept) Write(b []byte) (int, error) {
	k.WriteHeader(http.StatusOK)
	if k.Over = k.Over || k.Body.Len()+len(b) > k.most; k.Over {
		return len(b), nil
	}
	return k.Body.Write(b)
}
