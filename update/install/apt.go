// SPDX-License-Identifier: Apache-2.0

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

// An aptPackage is the way by apt, which also brings what the package depends on.
type aptPackage struct {
	download
	dpkg      dpkg
	version   string // as Debian writes it
	published bool   // our repository has the very file that the manifest names
}

// debianVersion returns how Debian writes a version: what comes before a release
// follows a ~ there.
func debianVersion(version string) string { return strings.Replace(version, "-", "~", 1) }

// fetch fetches the package from our repository, where apt knows it, else from the
// channel. Either way it has to be the file that the manifest names.
func (p *aptPackage) fetch(ctx context.Context, f update.File) error {
	p.dpkg.configureAll(ctx) // else apt refuses to install anything
	if _, err := os.Stat(p.path(sources)); err != nil {
		return p.download.fetch(ctx, f)
	}
	if err := p.room(f); err != nil { // the channel needs as much
		return err
	}
	if err := p.fromRepository(ctx, f); err != nil {
		p.log.Warn("the package comes from the channel and not from the repository", "err", err)
		return p.download.fetch(ctx, f)
	}
	p.published = true
	return nil
}

// fromRepository lets apt fetch the package, and checks it.
func (p *aptPackage) fromRepository(ctx context.Context, f update.File) error {
	if err := p.cutPoint("download"); err != nil {
		return err
	}
	if err := os.MkdirAll(p.home(downloadDir, "partial"), 0o755); err != nil {
		return err
	}
	_, err := p.dpkg.system.Run(ctx, "apt-get", "update", "--quiet", "-o", "Dir::Etc::SourceList="+p.path(sources),
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
		return fmt.Errorf("the package in the repository is %w", err)
	}
	return syncAll(p.home())
}

// install installs the package that was fetched. A configuration file that the
// administrator has changed stays.
func (p *aptPackage) install(ctx context.Context, f update.File) error {
	if err := p.cutPoint("apt"); err != nil {
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
	return p.dpkg.system.Run(ctx, "apt-get", append([]string{"install", "--yes", "--quiet", "--no-install-recommends", "--allow-downgrades",
		"-o", "DPkg::Lock::Timeout=300", "-o", "Dir::Cache::Archives=" + p.home(downloadDir)}, args...)...)
}
