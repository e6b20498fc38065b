// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// around is what install.sh finds on the machine of the test: a root who may install, an apt that refuses a
// repository where REFUSED is set, and an install that the power cut ends where CUT is.
var around = map[string]string{
	"id":      `echo 0`,
	"dpkg":    `echo arm64`,
	"ledpost": `echo http://192.168.1.20:8080/`,
	"apt-get": `case "$*" in *SourceList*) [ -z "$REFUSED" ] || exit 1 ;; esac`,
	"install": `[ -z "$CUT" ] || { head -c 30 "$3" >"$4"; kill -9 $PPID; exit 1; }; exec /usr/bin/install "$@"`,
	"curl":    `echo "$*" >"$SITE/asked"; while [ "$1" != -o ]; do shift; done; cp "$SITE/new" "$2"`,
}

// TestInstallLists: apt's list is whole or as it was, whatever ends the script, and what a power cut once left of it
// is replaced. The script itself asks only the project's own host by HTTPS.
func TestInstallLists(t *testing.T) {
	key := func(of string) string { return "-----BEGIN PGP-----\n" + of + "\n-----END PGP-----\n" }
	ours, theirs := "Types: deb\n"+key("ours"), "Types: deb\n"+key("theirs")
	before := "# an older one\n" + ours
	for _, row := range []struct {
		why, old, set, want, asked string
	}{
		{"a new machine", "", "", ours, "--proto =https "},
		{"another site, for a test", "", "LEDPOST_HOME=file:///srv", ours, "--proto =file,http,https "},
		{"an older list", before, "", ours, ""},
		{"half a list, of a power cut", ours[:40], "", ours, ""},
		{"another key", theirs, "", theirs, ""},
		{"apt refuses it", "", "REFUSED=1", "", ""},
		{"apt refuses it in place of an older one", before, "REFUSED=1", before, ""},
		{"the power goes", before, "CUT=1", before, ""},
		{"the power goes on a new machine", "", "CUT=1", "", ""},
	} {
		dir := t.TempDir()
		for name, does := range around {
			must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+does+"\n"), 0o755))
		}
		list := filepath.Join(dir, "ledpost.sources")
		if row.old != "" {
			must.Do(t, os.WriteFile(list, []byte(row.old), 0o600))
		}
		must.Do(t, os.WriteFile(filepath.Join(dir, "new"), []byte(ours), 0o600))
		script := string(must.Get(os.ReadFile("../deploy/install.sh"))(t))
		cmd := exec.Command("sh", "-c", strings.ReplaceAll(script, "/etc/apt/sources.list.d", dir))
		cmd.Env = []string{"PATH=" + dir + ":/usr/bin:/bin", "SITE=" + dir, "TMPDIR=" + dir, row.set}
		said, err := cmd.CombinedOutput()
		got, _ := os.ReadFile(list) // none: empty
		asked := string(must.Get(os.ReadFile(filepath.Join(dir, "asked")))(t))
		if string(got) != row.want || !strings.Contains(asked, row.asked) {
			t.Errorf("%s: %v\n%s\nasked %s\nlist %q", row.why, err, said, asked, got)
		}
		if done := err == nil; done != (row.want == ours) {
			t.Errorf("%s: %v\n%s", row.why, err, said)
		}
	}
}
