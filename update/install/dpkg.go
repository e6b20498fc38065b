// SPDX-License-Identifier: Apache-2.0

package install

import (
	"bufio"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
	out, err := p.system.Run(ctx, "dpkg-query", "--show", "--showformat=${db:Status-Status}", "ledpost")
	return err != nil || !slices.Contains([]string{"half-installed", "unpacked", "half-configured"}, strings.TrimSpace(out))
}

// packaged returns the regular files of the installed package but its
// documentation and configuration.
func (d disk) packaged() (paths []string, err error) {
	list, err := os.Open(d.path(dpkgList))
	if err != nil {
		return nil, err
	}
	defer list.Close()
	for lines := bufio.NewScanner(list); lines.Scan(); {
		path := filepath.Clean("/" + lines.Text())
		if strings.HasPrefix(path, "/usr/share/doc/") || strings.HasPrefix(path, "/usr/share/man/") || strings.HasPrefix(path, ConfigDir+"/") {
			continue
		}
		if info, err := os.Lstat(d.path(path)); err == nil && info.Mode().IsRegular() {
			paths = append(paths, path)
		}
	}
	if !slices.Contains(paths, "/usr/bin/ledpost") {
		return nil, errors.New("dpkg does not know /usr/bin/ledpost")
	}
	return paths, nil
}
