// SPDX-License-Identifier: Apache-2.0

package hil_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"image"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hil"
)

// What tests of other people are built on: each with its whole signature.
var (
	_ hil.T                                                                             = (*testing.T)(nil)
	_ func(driver string, lines ...string) hil.PanelConfig                              = hil.Panel
	_ func(path string) hil.PanelConfig                                                 = hil.File
	_ func(toml string) hil.Option                                                      = hil.Config
	_ func(t hil.T, p hil.PanelConfig, more ...hil.Option) *hil.Device                  = hil.Start
	_ func(t hil.T, url, key string) *hil.Device                                        = hil.At
	_ func(*hil.Device) string                                                          = (*hil.Device).URL
	_ func(*hil.Device) string                                                          = (*hil.Device).Key
	_ func(d *hil.Device, json string) string                                           = (*hil.Device).Notify
	_ func(d *hil.Device, t hil.T, json string, within time.Duration)                   = (*hil.Device).Shows
	_ func(*hil.Device) [][]byte                                                        = (*hil.Device).Wires
	_ func(d *hil.Device, button string)                                                = (*hil.Device).Press
	_ func(*hil.Device) *image.RGBA                                                     = (*hil.Device).Picture
	_                                                                                   = hil.Shot{At: time.Duration(0), Picture: image.Image(nil)}
	_ func(t hil.T, p hil.PanelConfig, vcd io.Reader) []hil.Shot                        = hil.Shots
	_ func(m image.Image, p hil.PanelConfig, corners *[4]image.Point) (hil.Shot, error) = hil.Photo
	_ func(t hil.T, device, channels string, d time.Duration) []byte                    = hil.Capture
	_ func(t hil.T, p hil.PanelConfig, json string, at time.Duration) *image.RGBA       = hil.Picture
	_ func(t hil.T, p hil.PanelConfig, json string, shots []hil.Shot)                   = hil.Follows
	_ interface {
		Helper()
		Logf(string, ...any)
		Errorf(string, ...any)
		Fatalf(string, ...any)
		Cleanup(func())
		TempDir() string
	} = hil.T(nil)
)

// public is all that the package exports.
var public = []string{
	"At", "Capture", "Config", "Device", "Device.Key", "Device.Notify", "Device.Picture", "Device.Press", "Device.Shows", "Device.URL", "Device.Wires",
	"File", "Follows", "Option", "Panel", "PanelConfig", "Photo", "Picture", "Shot", "Shots", "Start", "T",
}

// TestPublic: nothing else is exported, and package testing is not imported, since the
// program imports this package.
func TestPublic(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range file.Imports {
			if path.Path.Value == `"testing"` {
				t.Error("the package imports testing")
			}
		}
		for _, d := range file.Decls {
			names = append(names, exported(d)...)
		}
	}
	slices.Sort(names)
	if !slices.Equal(names, public) {
		t.Errorf("exported: %q\nwant %q", names, public)
	}
}

// exported returns what a declaration exports.
func exported(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Recv != nil {
			of := d.Recv.List[0].Type
			if star, ok := of.(*ast.StarExpr); ok {
				of = star.X
			}
			name = of.(*ast.Ident).Name + "." + name
		}
		if ast.IsExported(name) && d.Name.IsExported() {
			names = append(names, name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			case *ast.ValueSpec:
				for _, n := range s.Names {
					names = append(names, n.Name)
				}
			}
		}
		names = slices.DeleteFunc(names, func(n string) bool { return !ast.IsExported(n) })
	}
	return names
}
