// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"go/ast"
	"slices"
)

// contracts are the comments of a file's package and exported names, with their fields
// and methods.
func contracts(file *ast.File) []string {
	texts := []string{file.Doc.Text()}
	add := func(exported bool, groups ...*ast.CommentGroup) {
		for _, g := range groups {
			if exported {
				texts = append(texts, g.Text())
			}
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			add(d.Name.IsExported(), d.Doc)
		case *ast.GenDecl:
			exported := false
			for _, s := range d.Specs {
				exported = specified(s, add) || exported
			}
			add(exported, d.Doc)
		}
	}
	return texts
}

// specified adds the comments of a type, variable or constant, and reports whether it is
// exported.
func specified(s ast.Spec, add func(bool, ...*ast.CommentGroup)) (exported bool) {
	switch s := s.(type) {
	case *ast.ValueSpec:
		exported = slices.ContainsFunc(s.Names, (*ast.Ident).IsExported)
		add(exported, s.Doc, s.Comment)
	case *ast.TypeSpec:
		exported = s.Name.IsExported()
		add(exported, s.Doc)
		var members *ast.FieldList
		switch kind := s.Type.(type) {
		case *ast.StructType:
			members = kind.Fields
		case *ast.InterfaceType:
			members = kind.Methods
		}
		if members != nil {
			for _, m := range members.List {
				add(exported && slices.ContainsFunc(m.Names, (*ast.Ident).IsExported), m.Doc, m.Comment)
			}
		}
	}
	return exported
}
