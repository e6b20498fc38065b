// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/ledpost/ledpost/internal/must"
)

// sources is the file of an apt repository, with characters that mean something to YAML and to a shell.
const sources = "Types: deb\nURIs: https://example.org/apt\nSuites: stable\nComponents: main\nSigned-By:\n" +
	" -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n mDMEZ$(no)`command`\n -----END PGP PUBLIC KEY BLOCK-----\n"

// cloudInit runs deploy/cloud-init and returns the text of user-data and of vendor-data.
func cloudInit(t *testing.T) (user, vendor string) {
	t.Helper()
	dir := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, "ledpost.sources"), []byte(sources), 0o644))
	if out, err := exec.Command("../../deploy/cloud-init", dir).CombinedOutput(); err != nil {
		t.Skipf("deploy/cloud-init does not run here: %v: %s", err, out)
	}
	for name, text := range map[string]*string{"user-data": &user, "vendor-data": &vendor} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		must.Do(t, err)
		*text = string(b)
	}
	return user, vendor
}

// TestCloudInit: what cloud-init gets holds the repository's file, letter by letter, and is
// of a form that it knows.
func TestCloudInit(t *testing.T) {
	text, script := cloudInit(t)
	if !strings.HasPrefix(text, "#cloud-config\n") {
		t.Error("cloud-init knows user-data by its first line")
	}
	var user struct {
		Files []struct{ Path, Content string } `yaml:"write_files"`
		Run   []string                         `yaml:"runcmd"`
	}
	must.Do(t, yaml.Unmarshal([]byte(text), &user))
	if len(user.Files) != 2 || user.Files[0].Path != "/etc/apt/sources.list.d/ledpost.sources" ||
		user.Files[0].Content != sources {
		t.Fatalf("%+v", user.Files)
	}
	const unit = "ledpost-install.service"
	if f := user.Files[1]; f.Path != "/etc/systemd/system/"+unit || f.Content != unitIn(t, script) {
		t.Errorf("the unit that installs it: %+v, in vendor-data\n%s", f, unitIn(t, script))
	}
	if run := strings.Join(user.Run, "\n"); !strings.Contains(run, "systemctl enable "+unit) ||
		!strings.HasSuffix(run, " start "+unit) {
		t.Errorf("what begins it: %q", user.Run)
	}
	if !strings.HasPrefix(script, "#!/bin/sh\n") || !strings.Contains(script, "\n"+sources+"END\n") {
		t.Error(script)
	}
	check := exec.Command("sh", "-n")
	check.Stdin = strings.NewReader(script)
	if out, err := check.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// TestInstallTriesAgain: the unit runs until ledpost is installed, as systemd does with
// Restart=on-failure, and only then is switched off. The network comes at the third try,
// and the archive has the package at the fourth.
func TestInstallTriesAgain(t *testing.T) {
	_, script := cloudInit(t)
	unit, bin := unitIn(t, script), t.TempDir()
	if !strings.Contains(unit, "\nRestart=on-failure\n") || !strings.Contains(unit, "\nStartLimitIntervalSec=0\n") {
		t.Errorf("it gives up:\n%s", unit)
	}
	for name, script := range map[string]string{
		"dpkg":      `exit 1`,
		"systemctl": `true`,
		"apt-get": `case $* in *Error-Mode=any*update) n=3 ;; *install*) n=2 ;; *) exit 9 ;; esac
			[ "$(grep -c "^apt-get ${!#}$" "$LOG")" -ge $n ]`,
	} {
		script = "#!/bin/bash\necho \"" + name + " ${!#}\" >>\"$LOG\"\n" + script + "\n"
		must.Do(t, os.WriteFile(filepath.Join(bin, name), []byte(script), 0o755))
	}
	log, tries := filepath.Join(bin, "log"), 1
	for ; !runsUnit(unit, bin, log) && tries < 20; tries++ {
	}
	text, err := os.ReadFile(log)
	must.Do(t, err)
	const end = "systemctl ledpost-install.service\nsystemctl reboot\n"
	if tries != 4 || !strings.HasSuffix(string(text), end) || strings.Count(string(text), "systemctl") != 2 {
		t.Errorf("%d tries:\n%s", tries, text)
	}
}

// unitIn returns the unit that the script vendor-data writes.
func unitIn(t *testing.T, script string) string {
	t.Helper()
	_, unit, ok := strings.Cut(script, "ledpost-install.service <<'END'\n")
	unit, _, ended := strings.Cut(unit, "END\n")
	if !ok || !ended {
		t.Fatalf("no unit in\n%s", script)
	}
	return unit
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
