// SPDX-License-Identifier: Apache-2.0

package gokrazy_test

import (
	"crypto/sha256"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update/gokrazy"
)

// endpoints stands for gokrazy's, as its update.go has them.
func endpoints(t *testing.T, h http.HandlerFunc) *gokrazy.Client {
	t.Helper()
	socket := filepath.Join(t.TempDir(), "sock")
	l := must.Get(net.Listen("unix", socket))(t)
	s := &http.Server{Handler: h}
	go s.Serve(l)
	t.Cleanup(func() { s.Close() })
	return gokrazy.NewClient(socket)
}

func TestClientSpeaksAsTheEndpointsWant(t *testing.T) {
	var heard []string
	c := endpoints(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		heard = append(heard, fmt.Sprintf("%s %s %s", r.Method, r.URL, body))
		if r.Method == http.MethodPut {
			fmt.Fprintf(w, "%x", sha256.Sum256(body))
		}
	})
	ctx := t.Context()
	for _, err := range []error{c.WriteRoot(ctx, strings.NewReader("root")), c.TestBoot(ctx), c.Switch(ctx),
		c.Reboot(ctx)} {
		if err != nil {
			t.Error(err)
		}
	}
	want := "PUT /update/root root, POST /update/testboot , POST /update/switch , POST " +
		"/reboot?kexec=off&wait_per_signal=10s "
	must.Equal(t, strings.Join(heard, ", "), want, "heard")
}

func TestClientReportsWhatWentWrong(t *testing.T) {
	tests := []struct {
		name   string
		answer http.HandlerFunc
		want   string
	}{
		{"other bytes arrived", func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			fmt.Fprintf(w, "%x", sha256.Sum256(nil))
		}, "SHA-256"},
		{"the card is broken", func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			http.Error(w, "input/output error", http.StatusInternalServerError)
		}, "input/output error"},
		{"an endless answer", func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			for range 100 {
				w.Write(make([]byte, 1024))
			}
		}, "too large"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := endpoints(t, test.answer).WriteRoot(t.Context(), strings.NewReader("root"))
			must.Fail(t, err, test.want)
		})
	}
	if err := gokrazy.NewClient(filepath.Join(t.TempDir(), "none")).TestBoot(t.Context()); err == nil {
		t.Error("no error without a socket")
	}
}
