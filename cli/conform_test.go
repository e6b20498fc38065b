// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestConformCannotTry: what is no device, or not said rightly, ends with 2 and a reason.
func TestConformCannotTry(t *testing.T) {
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	for _, c := range []struct {
		why  string
		args []string
		want string
	}{
		{"no URL", []string{"--key", "k"}, "want one URL"},
		{"a name", []string{"--key", "k", "lamp"}, "is not a URL"},
		{"no key", []string{other.URL}, "key with --key"},
		{"a flag that there is not", []string{"--quiet", other.URL}, "quiet"},
		{"another server", []string{"--key", "k", other.URL}, "404"},
		{"nobody", []string{"--key", "k", "http://127.0.0.1:1"}, "refused"},
	} {
		var out bytes.Buffer
		err := Run(t.Context(), append([]string{"conform"}, c.args...), Streams{Out: &out, Err: &out})
		if err == nil || ExitCode(err) != exitUsage || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.why, err)
		}
	}
	if ExitCode(errUnlike) != exitFault {
		t.Error("statements that do not hold")
	}
}
