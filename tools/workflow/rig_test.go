// SPDX-License-Identifier: Apache-2.0

package workflow_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/tools/workflow"
)

// project is a clone of the working tree as GitHub would have it: a bare
// repository beside it, tags, secrets. What takes long, and what needs the
// network, is replaced by stand-ins.
type project struct {
	t                *testing.T
	dir, bare, space string
	env              []string
	secrets          map[string]string
}

func newProject(t *testing.T) *project {
	t.Helper()
	for _, name := range []string{"git", "bash", "gpg", "apt-ftparchive", "dpkg-deb", "minisign"} {
		if _, err := exec.LookPath(name); err != nil {
			if os.Getenv("LEDPOST_TOOLS") == "require" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
	space := t.TempDir()
	p := &project{t: t, dir: filepath.Join(space, "clone"), bare: filepath.Join(space, "bare"), space: space}
	bin, err := filepath.Abs("testdata/bin")
	if err != nil {
		t.Fatal(err)
	}
	p.env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "GH_RELEASES="+filepath.Join(space, "releases"),
		"GH_FAILS="+filepath.Join(space, "fails"), "RUNNER_TEMP="+filepath.Join(space, "temp"), "GITHUB_WORKSPACE="+p.dir,
		"HOME="+space, "GIT_CONFIG_NOSYSTEM=1", "GOFLAGS=-buildvcs=false", "LEDPOST="+filepath.Join(bin, "ledpost"),
		"GOCACHE="+out(t, "go", "env", "GOCACHE"), "GOMODCACHE="+out(t, "go", "env", "GOMODCACHE"))
	top := out(t, "git", "rev-parse", "--show-toplevel")
	must(t, os.MkdirAll(p.dir, 0o755))
	p.bash(`cd "$1"; git ls-files -z --cached --others --exclude-standard | tar -c --null --ignore-failed-read -T - 2>/dev/null | tar -x -C "$2"`, top, p.dir)
	p.bash(`git init -q --bare "$1"; cp -r "$2"/. .; git init -q -b main; git config user.name t; git config user.email t@example.org; git remote add origin "$1"`,
		p.bare, out(t, "realpath", "testdata/repo"))
	p.keys()
	return p
}

// keys makes the keys of the maintainers; devices trust the first.
func (p *project) keys() {
	p.bash(`minisign -G -W -f -p "$1/pub" -s "$1/key" >/dev/null; cp "$1/pub" deploy/update.pub
		export GNUPGHOME=$1/gnupg; mkdir -m 700 "$GNUPGHOME"
		gpg --batch --quiet --passphrase '' --quick-generate-key ledpost ed25519 sign never 2>/dev/null
		gpg --batch --armor --export-secret-keys >"$1/apt.key"; gpgconf --kill all`, p.space)
	p.secrets = map[string]string{
		"secrets.LEDPOST_SIGNING_KEY": p.read(filepath.Join(p.space, "key")),
		"secrets.LEDPOST_APT_KEY":     p.read(filepath.Join(p.space, "apt.key")),
		"github.token":                "token",
	}
}

// tag commits a changelog whose newest release is version, and tags it.
func (p *project) tag(version string) {
	p.t.Helper()
	p.bash(`sed -i '/^## \[/,$d' CHANGELOG.md; printf '## [Unreleased]\n\n## [%s] - 2027-01-31\n\n- Rain.\n' "$1" >>CHANGELOG.md
		git add -A; git commit -qm "release $1"; git tag "v$1"; git push -q origin main --tags`, version)
}

// run runs the blocks of a workflow one after the other, as GitHub does: by bash
// with -e and pipefail, in the clone. It returns the name of the one that failed
// with all that was said.
func (p *project) run(file string, names map[string]string) (failed, said string) {
	p.t.Helper()
	must(p.t, os.RemoveAll(filepath.Join(p.space, "temp")))
	must(p.t, os.MkdirAll(filepath.Join(p.space, "temp"), 0o755))
	steps, err := workflow.Read(filepath.Join(p.dir, ".github/workflows", file))
	if err != nil {
		p.t.Fatal(err)
	}
	known := maps.Clone(p.secrets)
	maps.Copy(known, names)
	for _, s := range steps {
		cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
		cmd.Dir, cmd.Env = p.dir, slices.Clone(p.env)
		for k, v := range s.Env {
			cmd.Env = append(cmd.Env, k+"="+workflow.Expand(v, known))
		}
		text, err := cmd.CombinedOutput()
		said += string(text)
		if err != nil {
			return s.Name, said
		}
	}
	return "", said
}

// site returns the files of the branch gh-pages by their paths.
func (p *project) site() map[string]string {
	p.t.Helper()
	dir := p.t.TempDir()
	p.bash(`git --git-dir "$1" archive gh-pages | tar -x -C "$2"`, p.bare, dir)
	all := map[string]string{}
	must(p.t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		all[name] = p.read(path)
		return nil
	}))
	return all
}

// bash runs a script in the clone.
func (p *project) bash(script string, args ...string) string {
	p.t.Helper()
	cmd := exec.Command("bash", append([]string{"-euo", "pipefail", "-c", script, "bash"}, args...)...)
	cmd.Dir, cmd.Env = p.dir, p.env
	text, err := cmd.CombinedOutput()
	if err != nil {
		p.t.Fatalf("%s: %v\n%s", script, err, text)
	}
	return strings.TrimSpace(string(text))
}

func (p *project) read(path string) string {
	p.t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		p.t.Fatal(err)
	}
	return string(text)
}

func out(t *testing.T, name string, args ...string) string {
	t.Helper()
	text, err := exec.Command(name, args...).Output()
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", name, err))
	}
	return strings.TrimSpace(string(text))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
