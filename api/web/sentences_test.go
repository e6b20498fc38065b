// SPDX-License-Identifier: Apache-2.0

package web

import (
	"go/ast"
	"go/parser"
	"go/token"
	gotypes "go/types"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/words"
)

var verb = regexp.MustCompile(`%[-+ #0]*\d*(\.\d+)?(.)`)

// filled is a format with values in its verbs.
func filled(format string) string {
	return verb.ReplaceAllStringFunc(format, func(v string) string {
		switch v[len(v)-1] {
		case '%':
			return "%"
		case 'd', 'f', 'g':
			return "1"
		}
		return "x"
	})
}

// literals are the texts of the device's sources in folders below the repository, with
// values in place of verbs and of whatever else is no constant; those of calls whose
// function matches but are left out, nil = none.
func literals(t *testing.T, but *regexp.Regexp, folders ...string) (all []string) {
	t.Helper()
	visit := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			return but == nil || !but.MatchString(gotypes.ExprString(n.Fun))
		case ast.Expr:
			text, is := constant(n)
			if is {
				all = append(all, filled(text))
			}
			return !is
		}
		return true
	}
	for _, folder := range folders {
		err := filepath.WalkDir("../../"+folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err == nil {
				ast.Inspect(file, visit)
			}
			return err
		})
		must.Do(t, err)
	}
	return all
}

// constant is the text of a literal or of a sum that has one.
func constant(e ast.Expr) (text string, is bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, e.Kind == token.STRING && err == nil
	case *ast.BinaryExpr:
		a, isA := constant(e.X)
		b, isB := constant(e.Y)
		if e.Op != token.ADD || !isA && !isB {
			return "", false
		}
		if !isA {
			a = "x"
		}
		if !isB {
			b = "x"
		}
		return a + b, true
	}
	return "", false
}

// refusals are the patterns of refusals.js, each with its word.
func refusals(t *testing.T) [][]string {
	t.Helper()
	found := regexp.MustCompile(`(?m)^  \[/(.+)/, '([\w-]+)'`).FindAllStringSubmatch(string(read("refusals.js")), -1)
	if len(found) == 0 {
		t.Fatal("no pattern found")
	}
	return found
}

// TestRefusalsAreKnown: a pattern fits whatever the device says to a client that claims it,
// asks for a key, shows a wrong one, or presses on the card of updates.
func TestRefusalsAreKnown(t *testing.T) {
	found := refusals(t)
	for _, row := range []struct {
		before, sentence, other string
		files                   []string
	}{
		// The page has words of its own for a missing key, and sends no body that is too large.
		{"", `^[A-Z][a-z]+ [a-z']+ `, `^Authorization is required$|^The body is larger than`, []string{
			"api/keys/claimant.go", "api/keys/endpoints.go", "api/keys/lock.go", "api/pair/handler.go", "api/pair/limits.go",
			"api/pair/pair.go"}},
		// The page offers no other action, and api/live begins a sentence with a capital letter.
		{"update: ", `.`, `^No such action`, []string{"update/status.go"}},
	} {
		sentence, other, seen := regexp.MustCompile(row.sentence), regexp.MustCompile(row.other), 0
		for _, text := range literals(t, nil, row.files...) {
			said, is := strings.CutPrefix(text, row.before)
			if !is || !sentence.MatchString(said) {
				continue
			}
			if said = strings.ToUpper(said[:1]) + said[1:]; other.MatchString(said) {
				continue
			}
			seen++
			if !slices.ContainsFunc(found, func(m []string) bool { return regexp.MustCompile(m[1]).MatchString(said) }) {
				t.Errorf("refusals.js lacks %q", said)
			}
		}
		if seen == 0 {
			t.Errorf("no sentence of %q was looked at", row.files)
		}
	}
}

// TestRefusalsAreTheDevices: each pattern of refusals.js, and each of its alternatives,
// fits a message that the sources of the device have. A message that changes there
// changes here.
func TestRefusalsAreTheDevices(t *testing.T) {
	messages := literals(t, nil, "api", "apps", "config", "device", "firmware", "hw", "internal", "icons", "render",
		"sounds", "update")
	for _, m := range refusals(t) {
		for _, one := range alternatives(m[1]) {
			// "field: " before it goes before the pattern is tried.
			pattern := regexp.MustCompile(strings.Replace(one, "^", `^(?:[^ ]+: )?`, 1))
			if !slices.ContainsFunc(messages, pattern.MatchString) {
				t.Errorf("%s: no message of the device fits %s", m[2], one)
			}
		}
	}
}

// alternatives splits a pattern at its bars outside of parentheses.
func alternatives(pattern string) (all []string) {
	depth, from := 0, 0
	for i, c := range pattern {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '|' && depth == 0:
			all, from = append(all, pattern[from:i]), i+1
		}
	}
	return append(all, pattern[from:])
}

var placeholder = regexp.MustCompile(`\{\w+\}`)

// TestFindingsAreTheDoctors: each sentence of findings.js is one that the doctor or a part says,
// every language other than English has words with the same values for it, and no sentence of
// the doctor or of the card of updates is missing.
func TestFindingsAreTheDoctors(t *testing.T) {
	said := literals(t, nil, "hw", "firmware", "api/keys", "api/mdns", "api/mqtt", "apps/kit", "device/store",
		"internal/bounded", "internal/webfetch", "sounds", "update")
	keys, patterns := map[string]int{}, []*regexp.Regexp(nil) // the number of a sentence's values
	for _, m := range regexp.MustCompile(`(?m)^  '?([\w-]+)'?: (['"].+['"]),`+
		`$`).FindAllStringSubmatch(string(read("findings.js")), -1) {
		key, text := m[1], m[2][1:len(m[2])-1]
		if strings.Contains(text, "{}{}") {
			t.Errorf("%s: the first of two values side by side is always empty", key)
		}
		keys["find."+key] = strings.Count(text, "{}")
		sentence := strings.ReplaceAll(regexp.QuoteMeta(text), `\{\}`, `(.*?)`)
		if strings.HasPrefix(key, "ill-") { // a package's name goes before a fault, and its cause follows
			sentence = `(\w+: )?` + sentence + `(: .*)?`
		}
		pattern := regexp.MustCompile(`^` + sentence + `$`)
		if !slices.ContainsFunc(said, pattern.MatchString) {
			t.Errorf("%s: the device does not say %q", key, text)
		}
		for _, before := range patterns {
			if before.MatchString(strings.ReplaceAll(text, "{}", "x")) {
				t.Errorf("%s: %v before it takes its sentence", key, before)
			}
		}
		patterns = append(patterns, pattern)
	}
	for _, language := range words.Codes[1:] {
		known := words.Page(language)
		for key, n := range keys {
			text, _ := known[key].(string)
			got := placeholder.FindAllString(text, -1)
			slices.Sort(got)
			if len(got) != n || n > 0 && got[n-1] != "{"+string(rune('a'+n-1))+"}" {
				t.Errorf("%s: %s has the values %q, want %d", language, key, got, n)
			}
		}
		for key := range known {
			if _, said := keys[key]; strings.HasPrefix(key, "find.") && !said {
				t.Errorf("%s has %q, which findings.js lacks", language, key)
			}
		}
	}
	for _, text := range append(literals(t, nil, "hw/doctor"), troubles(t)...) {
		if !known(text, patterns) {
			t.Errorf("findings.js lacks %q", text)
		}
	}
}

var (
	sentence = regexp.MustCompile(`\b[a-z]+ [a-z]+ [a-z]+`)
	// Commands are the same in every language, and the errors of an archive are told by the
	// command line alone.
	command = regexp.MustCompile(`^(sudo|echo|"sudo|systemctl) |^doctor: |^no ordinary file$|^hifiberry- `)
)

// known reports whether a text is no sentence, or one that a pattern takes without leaving a
// sentence in one of its values.
func known(text string, patterns []*regexp.Regexp) bool {
	if !sentence.MatchString(text) || command.MatchString(text) && !strings.Contains(text, ", then ") {
		return true
	}
	for _, p := range patterns {
		if m := p.FindStringSubmatch(text); m != nil {
			return !slices.ContainsFunc(m[1:], func(value string) bool { return !known(value, patterns) })
		}
	}
	return command.MatchString(text)
}

// troubles are the texts of the card of updates that tell what went wrong, as [update.Plain]
// leaves them.
func troubles(t *testing.T) (all []string) {
	t.Helper()
	// Maintainers hear of a manifest's fields, and the daemon of its request; refusals.js has what a
	// press hears; an error that is worded, and a repository whose package is another, are for the log.
	other := regexp.MustCompile(`^update: (manifest|request|no such action|off|an update is|nothing on|x ` +
		`answers)|^gokrazy: the root that` +
		`|has control characters|^the package in the repository|^link to |want 64 lower|^x on x$`)
	room := regexp.MustCompile(`^(update|install|gokrazy|trial): `)
	for _, text := range literals(t, regexp.MustCompile(`(^|\.)[Ll]og(\.|$)`), "update/channel.go",
		"update/plain.go", "update/source.go", "update/state.go", "update/status.go", "update/verify.go", "update/check",
		"update/gokrazy",
		"update/install", "update/trial") {
		if !other.MatchString(text) {
			all = append(all, room.ReplaceAllString(text, ""))
		}
	}
	return all
}
