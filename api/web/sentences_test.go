// SPDX-License-Identifier: Apache-2.0

package web

import (
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
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
// values in place of verbs and of whatever else is no constant.
func literals(t *testing.T, folders ...string) (all []string) { return spokenIn(t, nil, folders...) }

// spokenIn are literals without those in the parts of the sources that skip takes; nil = all.
func spokenIn(t *testing.T, skip func(ast.Node) bool, folders ...string) (all []string) {
	t.Helper()
	for _, folder := range folders {
		err := filepath.WalkDir("../../"+folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if skip != nil && skip(n) {
					return false
				}
				e, ok := n.(ast.Expr)
				if !ok {
					return true
				}
				text, is := constant(e)
				if is {
					all = append(all, filled(text))
				}
				return !is
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
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
	if len(found) < 35 {
		t.Fatalf("%d patterns found", len(found))
	}
	return found
}

// TestRefusalsOfKeysAreKnown: whatever the device says to those who claim it, ask for a key or
// show a wrong one has a pattern.
func TestRefusalsOfKeysAreKnown(t *testing.T) {
	whole, found := regexp.MustCompile(`^[A-Z][a-z]+ [a-z']+ `), refusals(t)
	// The page has words of its own for a missing key, and sends no body that is too large.
	other := regexp.MustCompile(`^Authorization is required$|^The body is larger than`)
	all := literals(t, "api/keys/claimant.go", "api/keys/endpoints.go", "api/keys/lock.go", "api/pair/handler.go", "api/pair/limits.go", "api/pair/pair.go")
	seen := 0
	for _, text := range all {
		if !whole.MatchString(text) || other.MatchString(text) {
			continue
		}
		seen++
		if !slices.ContainsFunc(found, func(m []string) bool { return regexp.MustCompile(m[1]).MatchString(text) }) {
			t.Errorf("refusals.js lacks %q", text)
		}
	}
	if seen < 20 {
		t.Errorf("%d sentences were looked at", seen)
	}
}

// TestRefusalsOfUpdatesAreKnown: each reason for which a press on the card of updates is refused
// has a pattern. The page offers no action that there is not.
func TestRefusalsOfUpdatesAreKnown(t *testing.T) {
	found, seen := refusals(t), 0
	for _, text := range literals(t, "update/status.go") {
		reason, is := strings.CutPrefix(text, "update: ")
		if !is || strings.HasPrefix(reason, "no such action") {
			continue
		}
		seen++
		said := strings.ToUpper(reason[:1]) + reason[1:] // by api/live
		if !slices.ContainsFunc(found, func(m []string) bool { return regexp.MustCompile(m[1]).MatchString(said) }) {
			t.Errorf("refusals.js lacks %q", said)
		}
	}
	if seen != 6 {
		t.Errorf("%d reasons were looked at", seen)
	}
}

// TestRefusalsAreTheDevices: each pattern of refusals.js, and each of its alternatives,
// fits a message that the sources of the device have. A message that changes there
// changes here.
func TestRefusalsAreTheDevices(t *testing.T) {
	messages := literals(t, "api", "apps", "config", "device", "firmware", "hw", "internal", "icons", "render", "sounds", "update")
	found := refusals(t)
	for _, m := range found {
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

// TestFindingsAreTheDoctors: each sentence of findings.js is one that the doctor or a part says,
// and every language other than English has words with the same values for it.
func TestFindingsAreTheDoctors(t *testing.T) {
	said := literals(t, "hw", "firmware", "api/keys", "api/mdns", "api/mqtt", "apps/kit", "device/store", "internal/webfetch", "sounds", "update")
	found := regexp.MustCompile(`(?m)^  '?([\w-]+)'?: (['"].+['"]),$`).FindAllStringSubmatch(string(read("findings.js")), -1)
	if len(found) < 110 {
		t.Fatalf("%d sentences found", len(found))
	}
	keys, foreign := map[string]bool{}, map[string]map[string]any{}
	for _, language := range languages[1:] {
		foreign[language] = wordsOf(t, language)
	}
	var patterns []*regexp.Regexp // of the sentences above
	defer func() {
		everyFinding(t, patterns, literals(t, "hw/doctor"))
		everyFinding(t, patterns, troubles(t))
	}()
	for _, m := range found {
		key, text := m[1], m[2][1:len(m[2])-1]
		keys["find."+key] = true
		if strings.Contains(text, "{}{}") {
			t.Errorf("%s: the first of two values side by side is always empty", key)
		}
		parts := strings.Split(text, "{}")
		for i := range parts {
			parts[i] = regexp.QuoteMeta(parts[i])
		}
		pattern := regexp.MustCompile(`^` + strings.Join(parts, `(.*?)`) + `$`)
		if strings.HasPrefix(key, "ill-") { // a package's name goes before a fault, and its cause follows
			pattern = regexp.MustCompile(`^(\w+: )?` + strings.Join(parts, `(.*?)`) + `(: .*)?$`)
		}
		if !slices.ContainsFunc(said, pattern.MatchString) {
			t.Errorf("%s: the device does not say %q", key, text)
		}
		for _, before := range patterns {
			if before.MatchString(strings.ReplaceAll(text, "{}", "x")) {
				t.Errorf("%s: %v before it takes its sentence", key, before)
			}
		}
		patterns = append(patterns, pattern)
		for language, words := range foreign {
			got := values(words["find."+key])["other"]
			if len(got) != len(parts)-1 || len(got) > 0 && got[len(got)-1] != "{"+string(rune('a'+len(got)-1))+"}" {
				t.Errorf("%s: find.%s has the values %q, want %d", language, key, got, len(parts)-1)
			}
		}
	}
	for language, words := range foreign {
		for key := range words {
			if strings.HasPrefix(key, "find.") && !keys[key] {
				t.Errorf("%s has %q, which findings.js lacks", language, key)
			}
		}
	}
}

var (
	sentence = regexp.MustCompile(`\b[a-z]+ [a-z]+ [a-z]+`)
	// Commands are the same in every language, and the errors of an archive are told by the
	// command line alone.
	command = regexp.MustCompile(`^(sudo|echo|"sudo|systemctl) |^doctor: |^no ordinary file$|^hifiberry- `)
)

// troubles are the texts of the card of updates that tell what went wrong, as [update.Plain]
// leaves them.
func troubles(t *testing.T) (all []string) {
	logged := func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return false
		}
		var b strings.Builder
		if err := printer.Fprint(&b, token.NewFileSet(), call.Fun); err != nil {
			t.Fatal(err)
		}
		return regexp.MustCompile(`(^|\.)[Ll]og(\.|$)`).MatchString(b.String())
	}
	// Maintainers hear of a manifest's fields, and the daemon of its request; refusals.js has what a
	// press hears; an error that is worded, and a repository whose package is another, are for the log.
	other := regexp.MustCompile(`^update: (manifest|request|no such action|off|an update is|nothing on|x answers)|^gokrazy: the root that` +
		`|has control characters|^the package in the repository|^link to |want 64 lower|^x on x$`)
	for _, text := range spokenIn(t, logged, "update/channel.go", "update/content.go", "update/keys.go", "update/plain.go", "update/source.go",
		"update/state.go", "update/status.go", "update/verify.go", "update/check", "update/gokrazy", "update/install", "update/trial") {
		if !other.MatchString(text) {
			all = append(all, regexp.MustCompile(`^(update|install|gokrazy|trial): `).ReplaceAllString(text, ""))
		}
	}
	if len(all) < 300 {
		t.Fatalf("%d texts found", len(all))
	}
	return all
}

// everyFinding tells which sentences no pattern takes, or takes with a
// sentence left in one of its values.
func everyFinding(t *testing.T, patterns []*regexp.Regexp, texts []string) {
	var known func(text string) bool
	known = func(text string) bool {
		if !sentence.MatchString(text) || command.MatchString(text) && !strings.Contains(text, ", then ") {
			return true
		}
		for _, p := range patterns {
			if m := p.FindStringSubmatch(text); m != nil {
				return !slices.ContainsFunc(m[1:], func(value string) bool { return !known(value) })
			}
		}
		return command.MatchString(text)
	}
	for _, text := range texts {
		if !known(text) {
			t.Errorf("findings.js lacks %q", text)
		}
	}
}
