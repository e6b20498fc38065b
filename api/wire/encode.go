// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"bytes"
	"encoding/json"
	"sync"
)

// Encode returns v as JSON with a final newline. It does not escape <, > and &.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

var encoding sync.Mutex // held while an answer is encoded that may be large

// EncodeHeld is Encode for what may be large, which v returns. One such value after the other
// is made and encoded: that takes several times the bytes of the result.
func EncodeHeld(v func() any) ([]byte, error) {
	encoding.Lock()
	defer encoding.Unlock()
	return Encode(v())
}
