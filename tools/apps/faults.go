// SPDX-License-Identifier: Apache-2.0

package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/spell"
)

// plainly returns err in plain words where something is missing; what a line lacks, at the end of that line: Starlark
// may see only at the beginning of the next one that it does not come.
func plainly(err error, files fs.FS) error {
	var bad syntax.Error
	if !errors.As(err, &bad) {
		return err
	}
	file := bad.Pos.Filename()
	text, _ := fs.ReadFile(files, file) // without it there are no lines, and the place stays
	lines := strings.Split(string(text), "\n")
	last := int(bad.Pos.Line) - 1
	left := "" // of the place, which is behind what Starlark did not expect
	if last >= 0 && last < len(lines) {
		line := []rune(lines[last])
		left = string(line[:min(max(int(bad.Pos.Col)-1, 0), len(line))])
	}
	got, want, ok := strings.Cut(strings.TrimPrefix(bad.Msg, "got "), ", want ")
	if want == "newline" && asserted.MatchString(left) { // a name like any other, to Starlark
		got = "assert"
	}
	switch {
	case !ok:
		return err
	case want == "indent":
		bad.Msg = "the line must begin further right, it belongs to the one above that ends with ':'"
		return bad
	case (got == "end of file" || got == "outdent") && open(string(text)):
		bad.Msg = "the program ends before a bracket is closed"
		return bad
	case got == "end of file" && strings.HasSuffix(left, ":"):
		bad.Msg = "a line that begins further right is missing below"
		return bad
	case python[got] != "":
		bad.Msg = "apps do not have " + strconv.Quote(got) + ": " + python[got]
		return bad
	case got == "string literal" && formatted.MatchString(left):
		bad.Msg = `apps do not have f"…": write "%d days" % days`
		return bad
	case got != "newline" && want != "primary expression" && oneWord.MatchString(left) &&
		open(strings.Join(lines[:last], "\n")):
		bad.Msg = "a comma is missing at the end of the line above, or a bracket is not closed"
		return bad
	case got != "newline" && got != "end of file":
		return err
	}
	bad.Msg = strings.Replace(want, "primary expression", "a value", 1) + " is missing at the end of the line"
	if bad.Pos.Col == 1 && last > 0 && last <= len(lines) {
		end := utf8.RuneCountInString(strings.TrimRight(lines[last-1], " \t\r"))
		bad.Pos = syntax.MakePosition(&file, int32(last), int32(end+1))
	}
	return bad
}

// open reports whether a bracket of a program is not closed.
func open(text string) bool {
	text = quoted.ReplaceAllString(text, "")
	count := func(marks string) (n int) {
		for _, mark := range marks {
			n += strings.Count(text, string(mark))
		}
		return n
	}
	return count("([{") > count(")]}")
}

// python are the words of Python that people write and apps do not have, and what stands for them.
var python = map[string]string{
	"import": `write load("time.star", "time")`, "from": `write load("time.star", "time")`, "as": "leave it out",
	"is": "compare with ==", "try": "look with if whether the value is there", "except": "look with if before",
	"finally": "leave it out", "with": "leave it out", "async": "leave it out", "await": "leave it out",
	"class": "take a dictionary", "raise": `write fail("why")`, "assert": `write fail("why") below an if`,
	"yield": "return a list", "del": `write values.pop("name")`, "global": "return the value",
	"nonlocal": "return the value",
}

var (
	// formatted is a text that ends with an f-string.
	formatted = regexp.MustCompile(`\b[fF]("[^"]*"|'[^']*')$`)
	// asserted is the beginning of a line that asserts.
	asserted = regexp.MustCompile(`^\s*assert\s`)
	// oneWord is a text that is one word, one quoted text, or one mark of one or two signs, behind any blanks.
	oneWord = regexp.MustCompile(`^\s*(\w+|"[^"]*"|'[^']*'|\S{1,2})$`)
	// quoted finds texts and comments, whose brackets do not count.
	quoted = regexp.MustCompile(`(?s)""".*?"""|'''.*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*`)
)

// placed finds the last place in what Starlark says: of a line of a traceback, or at the
// beginning of an error.
var placed = regexp.MustCompile(`(?m)\.star:(\d+):(\d+)`)

//go:embed editor/api.json
var offered []byte // the names of modules by their files, as the editor offers them

// meant returns what Starlark says of an unknown name, with the name or the load that is missing.
func meant(says string) string {
	name, ok := strings.CutPrefix(says, "undefined: ")
	var modules map[string]map[string]map[string]any
	if !ok || strings.Contains(name, " ") || json.Unmarshal(offered, &modules) != nil {
		return says
	}
	known := modules[""][""]
	for file, names := range modules {
		switch {
		case file == "":
			continue
		case names[name] != nil:
			return fmt.Sprintf("%s (load(%q, %q) is missing at the top)", says, file, name)
		}
		for module := range names {
			known[module] = module
		}
	}
	if one := spell.Meant(name, maps.Keys(known)); one != "" {
		return says + " (did you mean " + one + "?)"
	}
	return says
}

// told returns an error as the device is told.
func told(err error) *applet.Error {
	e := &applet.Error{Message: err.Error()}
	var bad syntax.Error
	var failed *starlark.EvalError
	if errors.As(err, &failed) {
		e.Message = failed.Backtrace()
	}
	var unresolved resolve.ErrorList
	switch {
	case errors.As(err, &bad):
		e.Line, e.Column, e.Message = int(bad.Pos.Line), int(bad.Pos.Col), bad.Msg
	case errors.As(err, &unresolved) && len(unresolved) > 0:
		e.Line, e.Column, e.Message = int(unresolved[0].Pos.Line), int(unresolved[0].Pos.Col), meant(unresolved[0].Msg)
	default:
		if all := placed.FindAllStringSubmatch(e.Message, -1); len(all) > 0 {
			last := all[len(all)-1]
			e.Line, _ = strconv.Atoi(last[1])
			e.Column, _ = strconv.Atoi(last[2])
		}
		if _, after, ok := strings.Cut(e.Message, "\nError"); ok { // behind a traceback
			_, e.Message, _ = strings.Cut(after, ": ")
		}
		if strings.HasSuffix(e.Message, "got NoneType, want string") {
			e.Message += ` (a setting that is not set is None: write config.get("id", "…"))`
		}
	}
	if len(e.Message) > applet.MaxMessage {
		e.Message = strings.ToValidUTF8(e.Message[:applet.MaxMessage], "") + "…"
	}
	return e
}
