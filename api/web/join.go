// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bytes"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// The page's modules are served as two files, so that a bad line loses few of them: page.js has those with
// which the page begins, later.js all others. Each is a function that makes the module when it is first wanted
// (joined.js). The modules themselves are served, too: the page with ?modules uses them as they are.
var (
	importing = regexp.MustCompile(`(?m)^import \{ (.+) \} from '\./(\w+\.js)';$`)
	exporting = regexp.MustCompile(`(?m)^export ((?:async )?function|class|const) ([\w$]+)`)
	renaming  = regexp.MustCompile(`([\w$]+) as ([\w$]+)`)
)

// apart are scripts that are no modules of the page: of the page itself, of what joins the others, of workers, and of
// the page in its place.
var apart = append([]string{"joined.js", "gif.js", "sw.js", "away.js"}, inner...)

// begun returns the modules with which the page begins: app.js, and those that it imports, and they, before it.
var begun = sync.OnceValue(func() (all []string) {
	seen := map[string]bool{}
	var visit func(module string)
	visit = func(module string) {
		if seen[module] {
			return
		}
		seen[module] = true
		for _, m := range importing.FindAllSubmatch(read(module), -1) {
			visit(string(m[2]))
		}
		all = append(all, module)
	}
	visit("app.js")
	return all
})

// later returns the modules that the page asks for when it needs them.
func later() []string {
	names, _ := fs.Glob(files, "*.js") // cannot fail: the pattern is right
	return slices.DeleteFunc(names, func(name string) bool {
		return slices.Contains(apart, name) || slices.Contains(begun(), name)
	})
}

// pageScript and laterScript are the files of joined modules.
func pageScript() []byte {
	return slices.Concat(read("joined.js"), join(begun()), []byte("await joined.get('app.js');\n"))
}

func laterScript() []byte { return slices.Concat([]byte(licence), join(later())) }

const licence = "// SPDX-License-Identifier: Apache-2.0\n"

func join(modules []string) []byte {
	var b bytes.Buffer
	b.WriteString("joined.add({\n")
	for _, name := range modules {
		text, exports := read(name), []string{}
		for _, m := range exporting.FindAllSubmatch(text, -1) {
			exports = append(exports, string(m[2]))
		}
		text = exporting.ReplaceAll(text, []byte("${1} ${2}"))
		text = importing.ReplaceAllFunc(text, func(line []byte) []byte {
			m := importing.FindSubmatch(line)
			return fmt.Appendf(nil, "const { %s } = await use('%s');", renaming.ReplaceAll(m[1], []byte("${1}: ${2}")), m[2])
		})
		fmt.Fprintf(&b, "'%s': async (use) => {\n%s\nreturn { %s };\n},\n", name, text, strings.Join(exports, ", "))
	}
	b.WriteString("});\n")
	return b.Bytes()
}
