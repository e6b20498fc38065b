package install

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/ledpost/ledpost/update"
)

// sources is the file by which apt knows our repository, if it does
// (deploy/apt).
const sources = "/etc/apt/sources.list.d/ledpost.sources"

// aptPackage installs a package by apt, which also brings what it depends on.
type aptPackage struct {
	*Helper
	version   string // as Debian writes it
	published bool   // our repository has the very file that the manifest names
}

// debianVersion returns how Debian writes a version: what comes before a release
// follows a ~ there.
func debianVersion(version string) string { return strings.Replace(version, "-", "~", 1) }

// get fetches the package from our repository, where apt knows it, else from the
// channel. Either way it has to be the file that the manifest names.
func (p *aptPackage) get(ctx context.Context, f update.File) error {
	p.configureAll(ctx) // else apt refuses to install anything
	if _, err := os.Stat(p.path(sources)); err != nil {
		return p.download(ctx, f)
	}
	if err := p.fromRepository(ctx, f); err != nil {
		p.Log.Warn("the package is taken from the channel and not from the repository", "err", err)
		return p.download(ctx, f)
	}
	p.published = true
	return nil
}

// configureAll completes what dpkg was doing when the power failed, of any package.
// What cannot be completed is not to hinder ours.
func (h *Helper) configureAll(ctx context.Context) {
	if err := h.may("configure"); err != nil {
		return
	}
	if _, err := h.dpkg(ctx, "--configure", "--pending"); err != nil {
		h.Log.Warn("dpkg cannot complete what it has begun", "err", err)
	}
}

// dpkg lets a configuration file stay that the administrator has changed.
func (h *Helper) dpkg(ctx context.Context, args ...string) (string, error) {
	return h.System.Run(ctx, "dpkg", append([]string{"--force-confdef", "--force-confold"}, args...)...)
}

// fromRepository lets apt fetch the package, and checks it.
func (p *aptPackage) fromRepository(ctx context.Context, f update.File) error {
	if err := p.may("download"); err != nil {
		return err
	}
	if err := os.MkdirAll(p.home(downloadDir, "partial"), 0o755); err != nil {
		return err
	}
	_, err := p.System.Run(ctx, "apt-get", "update", "--quiet", "-o", "Dir::Etc::SourceList="+p.path(sources),
		"-o", "Dir::Etc::SourceParts=-", "-o", "APT::Get::List-Cleanup=0")
	if err == nil {
		_, err = p.apt(ctx, "--download-only", "ledpost="+p.version)
	}
	if err != nil {
		return err
	}
	file, err := os.Open(p.home(downloadDir, f.Name))
	if err != nil {
		return err
	}
	defer file.Close()
	if err := f.Copy(io.Discard, file); err != nil {
		return fmt.Errorf("what the repository has is %w", err)
	}
	return syncAll(p.home())
}

// put installs the package that get has fetched. A configuration file that the
// administrator has changed stays.
func (p *aptPackage) put(ctx context.Context, f update.File) error {
	if err := p.may("apt"); err != nil {
		return err
	}
	what := p.home(downloadDir, f.Name)
	if p.published {
		what = "ledpost=" + p.version
	}
	_, err := p.apt(ctx, "-o", "Dpkg::Options::=--force-confdef", "-o", "Dpkg::Options::=--force-confold", what)
	return err
}

func (p *aptPackage) apt(ctx context.Context, args ...string) (string, error) {
	return p.System.Run(ctx, "apt-get", append([]string{"install", "--yes", "--quiet", "--no-install-recommends", "--allow-downgrades",
		"-o", "DPkg::Lock::Timeout=300", "-o", "Dir::Cache::Archives=" + p.home(downloadDir)}, args...)...)
}
