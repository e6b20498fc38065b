// SPDX-License-Identifier: Apache-2.0

package qemu

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// pack builds the program of package dir and makes the first file system of it
// and the kernel's modules.
func pack(t *testing.T, dir, kernel string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	built := t.TempDir()
	for i, env := range [][]string{{"GOARCH=arm64"}, {"GOARCH=arm", "GOARM=6"}} {
		file := filepath.Join(built, Guests[i])
		cmd := exec.Command("go", "build", "-trimpath", "-o", file, dir)
		cmd.Env = append(os.Environ(), append(env, "GOOS=linux", "CGO_ENABLED=0")...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("building %s: %v\n%s", Guests[i], err, out)
		}
		add(t, z, Guests[i], 0o100755, file)
		if i == 0 {
			add(t, z, "init", 0o100755, file)
		}
	}
	entry(z, "modules", 0o040755, nil)
	modules, err := filepath.Glob(filepath.Join(kernel, "modules", "*"))
	if err != nil || len(modules) == 0 {
		t.Fatalf("no modules in %s, %v", kernel, err)
	}
	for _, m := range modules {
		add(t, z, "modules/"+filepath.Base(m), 0o100644, m)
	}
	entry(z, "TRAILER!!!", 0, nil)
	must.Do(t, z.Close())
	return b.Bytes()
}

func add(t *testing.T, z *gzip.Writer, name string, mode int, file string) {
	t.Helper()
	data := must.Get(os.ReadFile(file))(t)
	entry(z, name, mode, data)
}

// entry writes one file of a cpio archive (Linux, initramfs buffer format: newc).
func entry(z *gzip.Writer, name string, mode int, data []byte) {
	fmt.Fprintf(z, "070701%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x",
		0, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name)+1, 0)
	fmt.Fprintf(z, "%s\x00", name)
	z.Write(make([]byte, -(110+len(name)+1)&3))
	z.Write(data)
	z.Write(make([]byte, -len(data)&3))
}
