// SPDX-License-Identifier: Apache-2.0

// Package coding compresses answers of HTTP for the clients that accept it.
package coding

import (
	"bytes"
	"compress/gzip"
	"strconv"
	"strings"
)

// AcceptsGzip reports whether an Accept-Encoding names gzip and does not refuse it
// (RFC 9110, 12.5.3).
func AcceptsGzip(accept string) bool {
	for coding := range strings.SplitSeq(accept, ",") {
		name, parameter, _ := strings.Cut(strings.TrimSpace(coding), ";")
		if strings.EqualFold(strings.TrimSpace(name), "gzip") {
			weight, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(parameter), "q="), 64)
			return err != nil || weight > 0
		}
	}
	return false
}

// Gzip compresses body. The level is one of compress/gzip.
func Gzip(body []byte, level int) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, level) // cannot fail: the level exists
	w.Write(body)
	w.Close()
	return b.Bytes()
}
