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
)

// The recipe for rpi-image-gen is checked by the rules of its documents: that
// program itself cannot be had here.
func TestRecipe(t *testing.T) {
	const recipe = "../../deploy/rpi-image-gen/"
	var config map[string]map[string]string
	read(t, recipe+"config/ledpost.yaml", &config)
	text := read(t, recipe+"layer/ledpost.yaml", new(map[string]any))
	header, body, ok := strings.Cut(text, "# METAEND\n---\n")
	if !ok || !strings.HasPrefix(header, "# METABEGIN\n") {
		t.Fatal("the layer's header is not between METABEGIN and METAEND")
	}
	fields := map[string]string{}
	field := regexp.MustCompile(`^# X-Env-([A-Za-z-]+|Var-[a-z]+(?:-[A-Z][a-z]+)?): (.+)$`)
	for line := range strings.Lines(strings.TrimPrefix(header, "# METABEGIN\n")) {
		line = strings.TrimSuffix(line, "\n")
		if line == "#" || strings.HasPrefix(line, "#  ") {
			continue // between fields, or a field goes on
		}
		m := field.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("no field: %q", line)
		}
		fields[m[1]] = m[2]
	}
	for _, name := range []string{"Layer-Name", "Layer-Version", "Layer-Category", "Layer-Desc", "VarPrefix", "Var-repository", "Var-repository-Valid"} {
		if fields[name] == "" {
			t.Errorf("the layer has no %s", name)
		}
	}
	if config["layer"]["app"] != fields["Layer-Name"] {
		t.Errorf("the configuration wants the layer %q, and this is %q", config["layer"]["app"], fields["Layer-Name"])
	}
	valid := regexp.MustCompile(strings.TrimPrefix(fields["Var-repository-Valid"], "regex:"))
	for _, address := range []string{fields["Var-repository"], config[fields["VarPrefix"]]["repository"]} {
		if !valid.MatchString(address) {
			t.Errorf("%q is no address by the layer's own rule", address)
		}
	}
	for _, variable := range regexp.MustCompile(`\$IGconf_(\w+)`).FindAllStringSubmatch(body, -1) {
		if name, ok := strings.CutPrefix(variable[1], fields["VarPrefix"]+"_"); !ok || fields["Var-"+name] == "" {
			t.Errorf("$IGconf_%s is not declared", variable[1])
		}
	}
}

// What cloud-init gets holds the repository's file, letter by letter, and is of
// a form that it knows.
func TestCloudInit(t *testing.T) {
	const sources = "Types: deb\nURIs: https://example.org/apt\nSuites: stable\nComponents: main\nSigned-By:\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n mDMEZ$(no)`command`\n -----END PGP PUBLIC KEY BLOCK-----\n"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "ledpost.sources"), []byte(sources), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("../../deploy/cloud-init", dir).CombinedOutput(); err != nil {
		t.Skipf("deploy/cloud-init does not run here: %v: %s", err, out)
	}
	var user struct {
		Files []struct{ Path, Content string } `yaml:"write_files"`
		Run   []string                         `yaml:"runcmd"`
	}
	text := read(t, filepath.Join(dir, "user-data"), &user)
	if !strings.HasPrefix(text, "#cloud-config\n") {
		t.Error("cloud-init knows user-data by its first line")
	}
	if len(user.Files) != 2 || user.Files[0].Path != "/etc/apt/sources.list.d/ledpost.sources" || user.Files[0].Content != sources {
		t.Fatalf("%+v", user.Files)
	}
	const unit = "ledpost-install.service"
	if f := user.Files[1]; f.Path != "/etc/systemd/system/"+unit || !strings.Contains(f.Content, " install ledpost\n") {
		t.Errorf("the unit that installs it: %+v", f)
	}
	if run := strings.Join(user.Run, "\n"); !strings.Contains(run, "systemctl enable "+unit) || !strings.HasSuffix(run, " start "+unit) {
		t.Errorf("what begins it: %q", user.Run)
	}
	script := filepath.Join(dir, "vendor-data")
	if out, err := exec.Command("sh", "-n", script).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	if b, err := os.ReadFile(script); err != nil || !strings.HasPrefix(string(b), "#!/bin/sh\n") || !strings.Contains(string(b), "\n"+sources+"END\n") {
		t.Errorf("%s, %v", b, err)
	}
}

func read(t *testing.T, name string, into any) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return string(text)
}
