// SPDX-License-Identifier: Apache-2.0

package synth

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// wav is a sound as a 16-bit mono WAV file, for the outside programs.
func wav(t testing.TB, category, id string, rate int) []byte {
	t.Helper()
	samples := must.Get(Render(category, id, rate))(t)
	var b bytes.Buffer
	b.WriteString("RIFF")
	binary.Write(&b, binary.LittleEndian, uint32(36+2*len(samples)))
	b.WriteString("WAVEfmt ")
	binary.Write(&b, binary.LittleEndian, []uint32{16, 1<<16 | 1, uint32(rate), uint32(2 * rate), 16<<16 | 2})
	b.WriteString("data")
	binary.Write(&b, binary.LittleEndian, uint32(2*len(samples)))
	binary.Write(&b, binary.LittleEndian, samples)
	return b.Bytes()
}
