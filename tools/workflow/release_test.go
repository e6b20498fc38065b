// SPDX-License-Identifier: Apache-2.0

package workflow_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestReleases: three releases by the workflow as it stands, from a repository
// that has no site yet: the first, another, and a third, by which the packages
// of the first leave the site.
func TestReleases(t *testing.T) {
	t.Parallel()
	p := newProject(t)
	release := func(version string, inputs map[string]string) {
		t.Helper()
		p.tag(version)
		if inputs == nil {
			inputs = map[string]string{"github.ref_name": "v" + version}
		}
		if failed, said := p.run("release.yml", inputs); failed != "" {
			t.Fatalf("release %s failed at %q:\n%s", version, failed, said)
		}
	}
	release("1.0.0", nil)
	first := p.site()
	for _, name := range []string{"index.html", "choices.js", "wiring/ht16k33-plugged-none.svg", "panels/ht16k33.png", "ledpost.rpi-imager-manifest", "icon.svg", ".nojekyll", "apt/ledpost.sources", "apt/user-data",
		"apt/dists/stable/InRelease", "apt/pool/stable/ledpost_1.0.0_armhf.deb", "update/stable/ledpost_1.0.0_arm64.deb", "update/stable/manifest.json.minisig"} {
		if _, ok := first[name]; !ok {
			t.Errorf("the first site lacks %s", name)
		}
	}
	if m := manifest(t, first, "stable"); m.Version != "1.0.0" || m.Share != 5 {
		t.Errorf("a tag alone offers %+v, want 1.0.0 to five in a hundred", m)
	}
	if site := p.read(filepath.Join(p.space, "releases", "v1.0.0.site")); site != "" {
		t.Errorf("the site %s was there before the release's files", site)
	}
	if !strings.Contains(p.read(filepath.Join(p.space, "releases", "v1.0.0.notes")), "Rain") {
		t.Error("the release says nothing of the changelog")
	}

	release("1.1.0", nil)
	second := p.site()
	lists := func(site map[string]string) (all []string) {
		for name := range site {
			if strings.Contains(name, "/by-hash/") {
				all = append(all, name)
			}
		}
		return all
	}
	for _, name := range lists(first) {
		if second[name] != first[name] {
			t.Errorf("%s, to which the Release before points, has gone", name)
		}
	}
	if !strings.Contains(second["apt/dists/stable/Release"], "Acquire-By-Hash: yes") {
		t.Error("the Release does not tell apt to fetch its lists by their hash")
	}

	release("1.2.0", nil)
	third := p.site()
	var packages []string
	for name := range third {
		if strings.HasPrefix(name, "apt/pool/stable/") && strings.HasSuffix(name, "_amd64.deb") {
			packages = append(packages, strings.TrimPrefix(name, "apt/pool/stable/"))
		}
	}
	slices.Sort(packages)
	if want := []string{"ledpost_1.1.0_amd64.deb", "ledpost_1.2.0_amd64.deb"}; !slices.Equal(packages, want) {
		t.Errorf("the repository has %v, want the newest two: %v", packages, want)
	}
	if list := third["apt/dists/stable/main/binary-amd64/Packages"]; strings.Contains(list, "1.0.0") || !strings.Contains(list, "1.1.0") {
		t.Errorf("the list of packages is another than the pool:\n%s", list)
	}
	for _, name := range lists(first) {
		if third[name] != "" {
			t.Errorf("%s is of two Releases ago", name)
		}
	}
	if _, err := os.Stat(filepath.Join(p.space, "releases", "v1.0.0", "ledpost_1.0.0_amd64.deb")); err != nil {
		t.Errorf("the oldest package is not with its release either: %v", err)
	}
	if n := p.bash(`git --git-dir "$1" rev-list --count gh-pages`, p.bare); n != "1" {
		t.Errorf("the branch has %s commits, want one", n)
	}

	release("2.0.0", map[string]string{"inputs.tag": "v2.0.0", "inputs.channel": "beta", "inputs.share": "100", "github.ref_name": "main"})
	beta := p.site()
	if m := manifest(t, beta, "beta"); m.Version != "2.0.0" || m.Share != 100 {
		t.Errorf("beta offers %+v", m)
	}
	if m := manifest(t, beta, "stable"); m.Version != "1.2.0" || beta["ledpost.rpi-imager-manifest"] != third["ledpost.rpi-imager-manifest"] {
		t.Errorf("a beta has changed what is stable: %+v", m)
	}
	if flags := p.read(filepath.Join(p.space, "releases", "v2.0.0.flags")); strings.TrimSpace(flags) != "--draft=false --prerelease" {
		t.Errorf("the beta was made with %s", flags)
	}
}

// TestOldReleaseAgain: a release that is published again leaves the lists that caches may
// have, and the channel with the newest release.
func TestOldReleaseAgain(t *testing.T) {
	t.Parallel()
	p := newProject(t)
	publish := func(tag string) {
		t.Helper()
		p.bash(`git checkout -q "$1"`, tag)
		defer p.bash("git checkout -q main")
		if failed, said := p.run("release.yml", map[string]string{"github.ref_name": tag}); failed != "" {
			t.Fatalf("release %s failed at %q:\n%s", tag, failed, said)
		}
	}
	p.tag("1.0.0")
	publish("v1.0.0")
	first := p.site()
	p.bash("sleep 1.1") // a counter is a second
	p.tag("1.1.0")
	publish("v1.1.0")
	for _, tag := range []string{"v1.1.0", "v1.0.0"} {
		publish(tag)
		site := p.site()
		for name := range first {
			if strings.Contains(name, "/by-hash/") && site[name] != first[name] {
				t.Errorf("%s again: %s, to which the Release before points, has gone", tag, name)
			}
		}
		if m := manifest(t, site, "stable"); m.Version != "1.1.0" {
			t.Errorf("%s again: stable offers %+v", tag, m)
		}
	}
}

// TestSiteMeanwhile: a release and the monthly signing do not wait for each other; whoever
// comes second makes the site once more.
func TestSiteMeanwhile(t *testing.T) {
	t.Parallel()
	p := newProject(t)
	for _, file := range []string{"release.yml", "sign.yml"} {
		if strings.Contains(p.read(filepath.Join(p.dir, ".github/workflows", file)), "concurrency:") {
			t.Errorf("%s waits for others, also while those wait for a maintainer", file)
		}
	}
	release := func() {
		if failed, said := p.run("release.yml", map[string]string{"github.ref_name": "v1.0.0"}); failed != "" {
			t.Fatalf("failed at %q:\n%s", failed, said)
		}
	}
	p.tag("1.0.0")
	release()
	for _, publish := range []func(){release, func() {
		if failed, said := p.run("sign.yml", nil); failed != "" {
			t.Fatalf("failed at %q:\n%s", failed, said)
		}
	}} {
		p.bash(`printf '#!/bin/sh\nrm "$0"\nunset GIT_INDEX_FILE GIT_DIR\ncd "%s/pages" && git commit -q --allow-empty -m x && git push -q -f origin HEAD:gh-pages\n' "$1" >.git/hooks/pre-push
			chmod +x .git/hooks/pre-push; rm -rf "$1/pages"; git clone -q -b gh-pages "$2" "$1/pages"; cd "$1/pages"; echo "$RANDOM" >meanwhile; git add meanwhile
			git config user.name t; git config user.email t@example.org`, p.space, p.bare)
		publish()
		if p.site()["meanwhile"] == "" {
			t.Error("what somebody else has published is lost")
		}
	}
}

// TestReleaseAgain: when GitHub fails in the middle, the site still points to
// the release before, and the same run started again ends well.
func TestReleaseAgain(t *testing.T) {
	t.Parallel()
	p := newProject(t)
	p.tag("1.0.0")
	must(t, os.WriteFile(filepath.Join(p.space, "fails"), nil, 0o600))
	inputs := map[string]string{"github.ref_name": "v1.0.0"}
	if failed, said := p.run("release.yml", inputs); failed != "publish the release" {
		t.Fatalf("failed at %q:\n%s", failed, said)
	}
	if refs := p.bash(`git --git-dir "$1" for-each-ref refs/heads/gh-pages`, p.bare); refs != "" {
		t.Errorf("there is a site: %s", refs)
	}
	if failed, said := p.run("release.yml", inputs); failed != "" {
		t.Fatalf("the second run failed at %q:\n%s", failed, said)
	}
}

// TestReleaseIsRefused: what would make a release that nobody can use is said
// before anything is built.
func TestReleaseIsRefused(t *testing.T) {
	t.Parallel()
	p := newProject(t)
	p.tag("1.0.0")
	for name, row := range map[string]struct {
		change func()
		tag    string
		at     string
	}{
		"a tag beside the changelog": {func() {}, "v9.9.9", "the tag is the version of the changelog"},
		"no signing key":             {func() { delete(p.secrets, "secrets.LEDPOST_SIGNING_KEY") }, "v1.0.0", "the keys are there, and devices trust them"},
		"no key that devices trust":  {func() { p.bash(`echo "untrusted comment: none" >deploy/update.pub`) }, "v1.0.0", "the keys are there, and devices trust them"},
	} {
		t.Run(name, func(t *testing.T) {
			was := p.secrets["secrets.LEDPOST_SIGNING_KEY"]
			defer func() { p.secrets["secrets.LEDPOST_SIGNING_KEY"] = was; p.bash("git checkout -q .") }()
			row.change()
			if failed, said := p.run("release.yml", map[string]string{"github.ref_name": row.tag}); failed != row.at {
				t.Errorf("failed at %q, want %q:\n%s", failed, row.at, said)
			}
		})
	}
}

// TestSign: each month the manifests of all channels hold for another 90 days,
// a share changes where somebody asks for it, and nothing else does.
func TestSign(t *testing.T) {
	t.Parallel()
	p := newProject(t)
	p.tag("1.0.0")
	if failed, said := p.run("release.yml", map[string]string{"github.ref_name": "v1.0.0"}); failed != "" {
		t.Fatalf("failed at %q:\n%s", failed, said)
	}
	was := p.site()
	sign := func(inputs map[string]string) map[string]string {
		t.Helper()
		if failed, said := p.run("sign.yml", inputs); failed != "" {
			t.Fatalf("failed at %q:\n%s", failed, said)
		}
		return p.site()
	}
	before := manifest(t, was, "stable")
	is := sign(nil)
	if m := manifest(t, is, "stable"); m.Share != 5 || m.Counter != before.Counter || m.Expires.Before(before.Expires) {
		t.Errorf("signed again: %+v, before: %+v", m, before)
	}
	for name := range was {
		if text, ok := is[name]; !ok || text != was[name] && !strings.HasPrefix(name, "update/stable/manifest.json") {
			t.Errorf("signing has changed %s", name)
		}
	}
	if m := manifest(t, sign(map[string]string{"inputs.channel": "stable", "inputs.share": "50"}), "stable"); m.Share != 50 {
		t.Errorf("a wider share: %+v", m)
	}

	// Nor for a release that is not the newest one of its channel.
	p.bash("sleep 1.1") // a counter is a second
	p.tag("1.1.0")
	if failed, said := p.run("release.yml", map[string]string{"github.ref_name": "v1.1.0"}); failed != "" {
		t.Fatalf("failed at %q:\n%s", failed, said)
	}
	old := filepath.Join(p.space, "old")
	must(t, os.MkdirAll(old, 0o755))
	for _, name := range []string{"manifest.json", "manifest.json.minisig"} {
		must(t, os.WriteFile(filepath.Join(old, name), []byte(was["update/stable/"+name]), 0o600))
	}
	p.bash(`git fetch -q origin gh-pages; git worktree add -q ../earlier FETCH_HEAD; cd ../earlier; git checkout -q -b earlier
		cp "$1"/manifest.json* update/stable/; git commit -qam x; git push -q -f origin earlier:gh-pages`, old)
	if failed, said := p.run("sign.yml", nil); failed != "sign and publish" || !strings.Contains(said, "is not the newest") {
		t.Errorf("an older release: failed at %q:\n%s", failed, said)
	}

	// Whoever can write the branch cannot get a signature for a file of theirs.
	p.bash(`git fetch -q origin gh-pages; git worktree add -q ../pages FETCH_HEAD; cd ../pages; git checkout -q -b changed
		sed -i 's/"version": "1[.0]*"/"version": "6.6.6"/' update/stable/manifest.json; git commit -qam x; git push -q -f origin changed:gh-pages`)
	if failed, said := p.run("sign.yml", nil); failed != "sign and publish" || !strings.Contains(said, "not signed by a key") {
		t.Errorf("a changed manifest: failed at %q:\n%s", failed, said)
	}
}

type channel struct {
	Version string
	Counter int64
	Share   int
	Expires time.Time
}

func manifest(t *testing.T, site map[string]string, name string) (c channel) {
	t.Helper()
	if err := json.Unmarshal([]byte(site["update/"+name+"/manifest.json"]), &c); err != nil {
		t.Fatal(err)
	}
	return c
}
