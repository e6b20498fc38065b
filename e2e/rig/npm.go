// SPDX-License-Identifier: Apache-2.0

package rig

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// npmFiles has the clients and brokers that come from npm: package.json names
// them, package-lock.json pins them with a hash of each.
const npmFiles = "../testdata/npm" // as seen from the folder of a test package

// NPM returns the directory with those programs, unmodified, and Node to
// run them with, which is pinned like them. They are installed once for all runs
// until one of the files changes. No script of a package is run.
func NPM(t *testing.T) (dir, node string) {
	t.Helper()
	if testing.Short() {
		t.Skip("clients from npm are long to install and slow to start")
	}
	npm := testtool.Find(t, "npm")
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	dir = filepath.Join(cache, "ledpost-tests", "npm-"+npmHash(t))
	if _, err := os.Stat(dir); err != nil {
		npmInstall(t, npm, dir)
	}
	nodes, _ := filepath.Glob(filepath.Join(dir, "node_modules", "node-linux-*", "bin", "node"))
	if len(nodes) != 1 {
		testtool.Missing(t, "Node 22 for this machine")
	}
	return dir, nodes[0]
}

// npmLimit is how long npm may take. A registry that answers slowly counts as missing,
// well before go test's limit of ten minutes for a package.
const npmLimit = 3 * time.Minute

// npmHash is one of all that is installed from.
func npmHash(t *testing.T) string {
	t.Helper()
	sum := sha256.New()
	must.Do(t, filepath.WalkDir(npmFiles, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		io.WriteString(sum, path)
		sum.Write(data)
		return err
	}))
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// npmInstall makes dir, whole or not at all. The stand-in takes the place of
// ioBroker's own library, which wants all of ioBroker.
func npmInstall(t *testing.T, npm, dir string) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(dir), 0o755))
	building := must.Get(os.MkdirTemp(filepath.Dir(dir), "new-"))(t)
	defer os.RemoveAll(building)
	must.Do(t, os.CopyFS(building, os.DirFS(npmFiles)))
	begun := time.Now()
	ctx, stop := context.WithTimeout(t.Context(), npmLimit)
	defer stop()
	cmd := exec.CommandContext(ctx, npm, "ci")
	cmd.Dir, cmd.WaitDelay = building, 10*time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		testtool.Missing(t, "packages from the npm registry: "+err.Error()+"\n"+string(out))
	}
	t.Logf("npm ci took %v", time.Since(begun).Round(time.Second))
	core := filepath.Join(building, "node_modules", "@iobroker", "adapter-core")
	must.Do(t, errors.Join(os.RemoveAll(core), os.CopyFS(core, os.DirFS(filepath.Join(npmFiles, "adapter-core")))))
	if err := os.Rename(building, dir); err != nil && !os.IsExist(err) {
		if _, there := os.Stat(dir); there != nil { // another process was faster
			t.Fatal(err)
		}
	}
}
