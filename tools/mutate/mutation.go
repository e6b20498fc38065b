// SPDX-License-Identifier: Apache-2.0

package main

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// A mutation is one change of one place of a file: the bytes from start to
// end become text.
type mutation struct {
	file       string // path from the module's root, with slashes
	line       int    // from 1
	start, end int
	text       string
	was, is    string // the line before and after, without surrounding space
}

// swaps holds what each operator is replaced with, a mutation for each.
var swaps = map[token.Token][]token.Token{
	token.EQL:  {token.NEQ},
	token.NEQ:  {token.EQL},
	token.LSS:  {token.LEQ, token.GEQ},
	token.LEQ:  {token.LSS, token.GTR},
	token.GTR:  {token.GEQ, token.LEQ},
	token.GEQ:  {token.GTR, token.LSS},
	token.LAND: {token.LOR},
	token.LOR:  {token.LAND},
	token.ADD:  {token.SUB},
	token.SUB:  {token.ADD},
	token.MUL:  {token.QUO},
	token.QUO:  {token.MUL},
	token.REM:  {token.MUL},
	token.SHL:  {token.SHR},
	token.SHR:  {token.SHL},
	token.AND:  {token.OR},
	token.OR:   {token.AND},
	token.INC:  {token.DEC},
	token.DEC:  {token.INC},
}

// mutations returns every mutation of a file, in the order of its text. Some
// do not compile, such as one that leaves a variable unused.
func mutations(file string, src []byte) ([]mutation, error) {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, file, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var all []mutation
	change := func(from, to token.Pos, text string) {
		all = append(all, newMutation(file, src, fset.Position(from), fset.Position(to), text))
	}
	swap := func(at token.Pos, op token.Token) {
		for _, other := range swaps[op] {
			change(at, at+token.Pos(len(op.String())), other.String())
		}
	}
	drop := func(list []ast.Stmt) {
		for _, s := range list {
			if droppable(s) {
				change(s.Pos(), s.End(), "")
			}
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			swap(n.OpPos, n.Op)
		case *ast.IncDecStmt:
			swap(n.TokPos, n.Tok)
		case *ast.Ident:
			if n.Name == "true" || n.Name == "false" {
				change(n.Pos(), n.End(), strconv.FormatBool(n.Name == "false"))
			}
		case *ast.UnaryExpr:
			if n.Op == token.NOT || n.Op == token.SUB {
				change(n.OpPos, n.X.Pos(), "")
			}
		case *ast.BlockStmt:
			drop(n.List)
		case *ast.CaseClause:
			drop(n.Body)
		case *ast.CommClause:
			drop(n.Body)
		}
		return true
	})
	return all, nil
}

// droppable reports whether a program may still compile without s.
func droppable(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ExprStmt, *ast.IncDecStmt, *ast.DeferStmt, *ast.GoStmt, *ast.SendStmt, *ast.BranchStmt:
		return true
	case *ast.AssignStmt:
		return s.Tok != token.DEFINE
	case *ast.ReturnStmt:
		return len(s.Results) == 0
	}
	return false
}

func newMutation(file string, src []byte, from, to token.Position, text string) mutation {
	before, after := string(src[:from.Offset]), string(src[to.Offset:])
	first := before[strings.LastIndexByte(before, '\n')+1:] // the line up to the change
	rest, _, _ := strings.Cut(after, "\n")
	old, _, _ := strings.Cut(string(src[from.Offset:to.Offset]), "\n")
	if to.Line == from.Line {
		old += rest
	}
	return mutation{
		file: file, line: from.Line, start: from.Offset, end: to.Offset, text: text,
		was: strings.TrimSpace(first + old), is: strings.TrimSpace(first + text + rest),
	}
}

// apply returns src as m makes it.
func (m mutation) apply(src []byte) []byte {
	changed := append([]byte{}, src[:m.start]...)
	changed = append(changed, m.text...)
	return append(changed, src[m.end:]...)
}

// place returns where m is, as file:line.
func (m mutation) place() string { return fmt.Sprintf("%s:%d", m.file, m.line) }

// diff returns the change as two lines of a diff.
func (m mutation) diff() string { return "- " + m.was + "\n+ " + m.is }

// equivalentText lists the mutations that no test can notice. An entry is the
// file, the two lines of the change as they are printed, and the reason; an
// empty line ends it.
//
//go:embed equivalent.txt
var equivalentText string

// parseEquivalents returns the reason of each change, by file and diff. Lines
// and not their numbers are compared, so that an entry holds until its line
// is rewritten.
func parseEquivalents(text string) (map[string]string, error) {
	reasons := map[string]string{}
	for _, entry := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if strings.TrimSpace(entry) == "" {
			continue
		}
		lines := strings.SplitN(strings.TrimSpace(entry), "\n", 4)
		if len(lines) < 4 || !strings.HasPrefix(lines[1], "-") || !strings.HasPrefix(lines[2], "+") {
			return nil, fmt.Errorf("want a file, a - line, a + line and a reason, have:\n%s", entry)
		}
		reasons[key(lines[0], lines[1]+"\n"+lines[2])] = lines[3]
	}
	return reasons, nil
}

func key(file, diff string) string {
	lines := strings.Split(diff, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return file + "\n" + strings.Join(lines, "\n")
}
