// SPDX-License-Identifier: Apache-2.0

package install

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/update"
)

// dpkg is the package manager below apt, as an interrupted installation needs it.
type dpkg struct {
	disk
	system Commands
}

// run lets a configuration file stay that the administrator has changed.
func (p dpkg) run(ctx context.Context, args ...string) (string, error) {
	return p.system.Run(ctx, "dpkg", append([]string{"--force-confdef", "--force-confold"}, args...)...)
}

// configureAll completes what dpkg was doing when the power failed, of any package.
// What cannot be completed is not to hinder ours.
func (p dpkg) configureAll(ctx context.Context) {
	if err := p.cutPoint("configure"); err != nil {
		return
	}
	if _, err := p.run(ctx, "--configure", "--pending"); err != nil {
		p.log.Warn("dpkg cannot complete what it has begun", "err", err)
	}
}

// configureOurs completes the package, and then all others. From prerm to the end of unpacking dpkg demands the
// package's file again; it may be overruled while it calls the package half configured, since it has unpacked nothing
// yet then.
func (p dpkg) configureOurs(ctx context.Context) {
	if err := p.cutPoint("configure"); err != nil {
		return
	}
	if _, err := p.run(ctx, "--force-remove-reinstreq", "--configure", "ledpost"); err != nil {
		p.log.Warn("dpkg cannot complete the package", "err", err)
	}
	p.configureAll(ctx)
}

// MendFile is the name of a file in the helper's directory: dpkg has stopped within the package, where it is
// in the way of all others. ledpost-update.path starts the helper for it, also after a start of the machine.
const MendFile = "mend"

// askForMend writes [MendFile]. Whoever goes back or gives up calls it before the mark goes: a step that may run
// in a confined unit, or before the service, does not run dpkg.
func (p dpkg) askForMend() error {
	if err := p.cutPoint("mend"); err != nil {
		return err
	}
	if err := os.WriteFile(p.home(MendFile), nil, 0o600); err != nil {
		return err
	}
	return syncDir(p.home())
}

// mend completes what dpkg was doing with the package, by the scripts of the version whose files are there. It tries
// once, unless it is ended itself: what fails today would fail in a spin.
func (p dpkg) mend(ctx context.Context) {
	if !p.whole(ctx) && !p.busy() {
		p.configureOurs(ctx)
	}
	if ctx.Err() == nil && p.cutPoint("mended") == nil {
		_ = os.Remove(p.home(MendFile))
	}
}

// busy reports whether somebody's apt or dpkg is at work: it holds the lock of the database.
func (p dpkg) busy() bool {
	f, err := os.OpenFile(p.path(dpkgLock), os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	return heldByOthers(f)
}

// installed returns the version that dpkg says is installed, "" if it does not say.
func (p dpkg) installed(ctx context.Context) string {
	out, err := p.system.Run(ctx, "dpkg-query", "--show", "--showformat=${Version}", "ledpost")
	if err != nil {
		p.log.Warn("dpkg does not say which version is installed", "err", err)
	}
	return strings.TrimSpace(out)
}

// whole reports whether dpkg has installed the package to its end. A dpkg that says nothing,
// as where there is none, is no reason to doubt.
func (p dpkg) whole(ctx context.Context) bool {
	return !slices.Contains([]string{halfInstalled, "unpacked", "half-configured"}, p.status(ctx))
}

// halfInstalled is the status of a package that dpkg was unpacking: only its file completes that.
const halfInstalled = "half-installed"

// status returns what dpkg says of the package, "" if it says nothing.
func (p dpkg) status(ctx context.Context) string {
	out, err := p.system.Run(ctx, "dpkg-query", "--show", "--showformat=${db:Status-Status}", "ledpost")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(out)
}

// scripts are the maintainer scripts that dpkg keeps of the package. They belong to a version as its program does:
// dpkg has to complete, and to remove, with those of the version that is there.
var scripts = []string{dpkgInfo + "preinst", dpkgInfo + "postinst", dpkgInfo + "prerm", dpkgInfo + "postrm"}

// packaged returns the regular files of the installed package but its
// documentation and configuration, and its scripts.
func (d disk) packaged() (paths []string, err error) {
	list, err := os.Open(d.path(dpkgList))
	if err != nil {
		return nil, err
	}
	defer list.Close()
	for lines := bufio.NewScanner(list); lines.Scan(); {
		path := filepath.Clean("/" + lines.Text())
		if strings.HasPrefix(path, "/usr/share/doc/") || strings.HasPrefix(path, "/usr/share/man/") ||
			strings.HasPrefix(path, ConfigDir+"/") {
			continue
		}
		if info, err := os.Lstat(d.path(path)); err == nil && info.Mode().IsRegular() {
			paths = append(paths, path)
		}
	}
	if !slices.Contains(paths, "/usr/bin/ledpost") {
		return nil, errors.New("dpkg does not know /usr/bin/ledpost")
	}
	for _, path := range scripts {
		if info, err := os.Lstat(d.path(path)); err == nil && info.Mode().IsRegular() {
			paths = append(paths, path)
		}
	}
	return paths, nil
}

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
	return p.dpkg.system.Run(ctx, "apt-get",
		append([]string{"install", "--yes", "--quiet", "--no-install-recommends", "--allow-downgrades",
			"-o", "DPkg::Lock::Timeout=300", "-o", "Dir::Cache::Archives=" + p.home(downloadDir)}, args...)...)
}
