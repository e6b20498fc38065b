// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// A Font is what a browser has in place of each font of the system that a page asks for: pages
// look the same on every machine that tests them.
type Font string

// The fonts of most desktops and telephones. A page must bear all of them: letters of DejaVu are
// wide, lines of Noto are tall, letters of Liberation, which has the widths of Arial, are narrow,
// and Roboto is that of Android.
const (
	DejaVu     Font = "DejaVu Sans" // that of a Page, unless it asks for another
	Noto       Font = "Noto Sans"
	Liberation Font = "Liberation Sans"
	Roboto     Font = "Roboto"
)

// Fonts are all of them.
var Fonts = []Font{DejaVu, Noto, Liberation, Roboto}

// mono has letters of one width, beside each font; fonts-dejavu-core has it, too.
const mono, monoFile = "DejaVu Sans Mono", "DejaVuSansMono.ttf"

// files are those of each font, and the package of Debian that has them.
var files = map[Font]struct {
	names []string
	in    string
}{
	DejaVu:     {[]string{"DejaVuSans.ttf", "DejaVuSans-Bold.ttf"}, "fonts-dejavu-core"},
	Noto:       {[]string{"NotoSans-Regular.ttf", "NotoSans-Bold.ttf"}, "fonts-noto-core"},
	Liberation: {[]string{"LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"}, "fonts-liberation"},
	Roboto:     {[]string{"Roboto-Regular.ttf", "Roboto-Bold.ttf"}, "fonts-roboto-unhinted"},
}

// config is the file that makes fontconfig know the files of a folder, and take sans for whatever
// is asked for, or mono for what has letters of one width.
const config = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>%s</dir>
  <cachedir>%[1]s/cache</cachedir>
  <match target="pattern">
    <test name="family" qual="all" compare="not_eq"><string>monospace</string></test>
    <edit name="family" mode="assign" binding="strong"><string>%s</string></edit>
  </match>
  <match target="pattern">
    <test name="family"><string>monospace</string></test>
    <edit name="family" mode="assign" binding="strong"><string>%s</string></edit>
  </match>
</fontconfig>
`

// folders are where systems keep fonts.
func folders() []string {
	home, _ := os.UserHomeDir()
	own := filepath.Join(home, ".local/share/fonts")
	return []string{"/usr/share/fonts", "/usr/local/share/fonts", own, filepath.Join(home, ".fonts")}
}

// only writes a configuration of fontconfig into dir that knows this font alone, and returns its
// path. Without the font's files the test is skipped, or fails; see [testtool.Missing].
func (f Font) only(t *testing.T, dir string) (path string) {
	t.Helper()
	found := map[string]string{}
	for _, folder := range folders() {
		_ = filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
			if err == nil { // a folder that is not there has none
				found[filepath.Base(path)] = path
			}
			return nil
		})
	}
	for _, name := range append(files[f].names[:2:2], monoFile) {
		if found[name] == "" {
			testtool.Missing(t, fmt.Sprintf("the font %s of package %s", name, files[f].in))
		}
		must.Do(t, os.Symlink(found[name], filepath.Join(dir, name)))
	}
	path = filepath.Join(dir, "fonts.conf")
	must.Do(t, os.WriteFile(path, fmt.Appendf(nil, config, dir, f, mono), 0o600))
	return path
}
