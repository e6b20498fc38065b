// SPDX-License-Identifier: Apache-2.0

package workflow_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// unitIn returns the unit in a file for cloud-init, without the indentation of YAML.
func unitIn(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	must(t, err)
	m := regexp.MustCompile(`(?s)\n( *)\[Unit\].*?WantedBy=multi-user.target\n`).FindStringSubmatch(string(text))
	if m == nil {
		t.Fatalf("no unit in %s:\n%s", file, text)
	}
	return strings.ReplaceAll(m[0], "\n"+m[1], "\n")
}

// TestCloudInit: both files bring the same unit, which tries until ledpost is installed, as
// systemd does with Restart=on-failure, and only then is switched off.
func TestCloudInit(t *testing.T) {
	dir, bin := t.TempDir(), t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "ledpost.sources"), []byte("Types: deb\nSigned-By:\n -----BEGIN\n .\n"), 0o644))
	out(t, "../../deploy/cloud-init", dir)
	unit := unitIn(t, filepath.Join(dir, "user-data"))
	if other := unitIn(t, filepath.Join(dir, "vendor-data")); other != unit {
		t.Errorf("they differ:\n%s\n%s", unit, other)
	}
	if !strings.Contains(unit, "\nRestart=on-failure\n") || !strings.Contains(unit, "\nStartLimitIntervalSec=0\n") {
		t.Errorf("it gives up:\n%s", unit)
	}
	// The network comes at the third try, and the archive has the package at the fourth.
	log := filepath.Join(dir, "log")
	for name, script := range map[string]string{
		"dpkg":      `exit 1`,
		"systemctl": `true`,
		"apt-get":   `case $* in *Error-Mode=any*update) n=3 ;; *install*) n=2 ;; *) exit 9 ;; esac; [ "$(grep -c "^apt-get ${!#}$" "$LOG")" -ge $n ]`,
	} {
		script = "#!/bin/bash\necho \"" + name + " ${!#}\" >>\"$LOG\"\n" + script + "\n"
		must(t, os.WriteFile(filepath.Join(bin, name), []byte(script), 0o755))
	}
	tries := 1
	for ; !runsUnit(unit, bin, log); tries++ {
		if tries > 20 {
			break
		}
	}
	text, err := os.ReadFile(log)
	must(t, err)
	if tries != 4 || !strings.HasSuffix(string(text), "systemctl ledpost-install.service\nsystemctl reboot\n") || strings.Count(string(text), "systemctl") != 2 {
		t.Errorf("%d tries:\n%s", tries, text)
	}
}

// runsUnit runs the commands of a unit, and reports whether it has succeeded.
func runsUnit(unit, bin, log string) bool {
	for _, m := range regexp.MustCompile(`(?m)^ExecStart=(-?)(.*)$`).FindAllStringSubmatch(unit, -1) {
		cmd := exec.Command("bash", "-c", m[2])
		cmd.Env = []string{"PATH=" + bin + ":/usr/bin:/bin", "LOG=" + log}
		if cmd.Run() != nil && m[1] == "" {
			return false
		}
	}
	return true
}
