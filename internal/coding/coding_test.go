// SPDX-License-Identifier: Apache-2.0

package coding

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

func TestAcceptsGzip(t *testing.T) {
	for accept, want := range map[string]bool{
		"": false, "gzip": true, "GZIP": true, "br, gzip": true, "deflate,gzip;q=1.0": true, "gzip; q=0.5": true,
		"gzip;q=0": false, "gzip;q=0.000": false, "identity": false, "xgzip": false, "gzip;q=?": true,
	} {
		must.Equal(t, AcceptsGzip(accept), want, accept)
	}
}

func TestGzip(t *testing.T) {
	want := bytes.Repeat([]byte("a panel of LEDs, "), 1000)
	packed := Gzip(want, gzip.BestSpeed)
	r := must.Get(gzip.NewReader(bytes.NewReader(packed)))(t)
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want) || len(packed) > len(want)/10 {
		t.Errorf("%d bytes: %v", len(packed), err)
	}
}
