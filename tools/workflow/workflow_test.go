// SPDX-License-Identifier: Apache-2.0

package workflow_test

import (
	"testing"

	"github.com/ledpost/ledpost/tools/workflow"
)

func TestExpand(t *testing.T) {
	names := map[string]string{"inputs.share": "50", "github.ref_name": "v1.0.0"}
	for text, want := range map[string]string{
		"plain":                                "plain",
		"${{ inputs.tag || github.ref_name }}": "v1.0.0",
		"${{ inputs.share || '5' }}":           "50",
		"${{ inputs.channel || 'stable' }}":    "stable",
		"a ${{inputs.none}} b":                 "a  b",
	} {
		if got := workflow.Expand(text, names); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
