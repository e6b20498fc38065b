// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/device/note"
)

// TestKinds: whatever a frame may show is read from JSON, shown as that kind, and echoed
// under the same name.
func TestKinds(t *testing.T) {
	examples := map[string]string{
		"text": `"hi"`, "goalData": `{"start":0,"current":5,"end":9,"unit":"%"}`, "chartData": `[1,2,3]`,
	}
	for _, kind := range note.Kinds() {
		example, ok := examples[kind]
		if !ok {
			t.Errorf("%s has no example here: add one", kind)
			continue
		}
		frames, err := ParseFrames([]byte(`{"frames":[{"` + kind + `":` + example + `}]}`))
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		echo, err := json.Marshal(frameObject(&frames[0]))
		if err != nil || !strings.Contains(string(echo), `"`+kind+`":`+example) {
			t.Errorf("%s is echoed as %s, %v", kind, echo, err)
		}
	}
	if len(examples) != len(note.Kinds()) {
		t.Errorf("%d examples of %d kinds", len(examples), len(note.Kinds()))
	}
}
