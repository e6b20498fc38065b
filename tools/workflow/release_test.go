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

	// Whoever can write the branch cannot get a signature for a file of theirs.
	p.bash(`git fetch -q origin gh-pages; git worktree add -q ../pages FETCH_HEAD; cd ../pages; git checkout -q -b changed
		sed -i 's/"version": "1.0.0"/"version": "6.6.6"/' update/stable/manifest.json; git commit -qam x; git push -q -f origin changed:gh-pages`)
	if failed, said := p.run("sign.yml", nil); failed != "sign" || !strings.Contains(said, "not signed by a key") {
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
