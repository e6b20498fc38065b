// SPDX-License-Identifier: Apache-2.0

// Pictures draws the documentation's pictures of the panel, as the device draws it: the GIFs
// in docs/moving, a folder for each group, and the contact sheets, where everything stands at
// five sizes. Without a name it draws all of them, but for the picture of the community's apps: that wants
// a checkout of their catalogue, and the program ledpost-apps in the path.
//
//	go -C tools run ./pictures [FOLDER|SHEET]...     # as faces, or effects.png
//	go -C tools run ./pictures -checkout DIR community.gif
package main

import (
	"context"
	"flag"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	docs := flag.String("docs", "../docs", "the folder of the documentation")
	checkout := flag.String("checkout", "", "a checkout of github.com/tronbyt/apps, for community.gif")
	flag.Parse()
	if err := run(context.Background(), *docs, *checkout, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		os.Exit(1)
	}
}

// run draws the named folders and sheets into docs, or all of them. The picture of the community's apps is among
// them if checkout is not "".
func run(ctx context.Context, docs, checkout string, names []string) error {
	known := map[string]func(panels) error{}
	for _, g := range groups() {
		known[g.name] = func(p panels) error { return g.write(ctx, filepath.Join(docs, "moving", g.name), p) }
	}
	for _, s := range sheets() {
		known[s.file] = func(p panels) error { return s.write(filepath.Join(docs, s.file), p) }
	}
	if checkout != "" {
		known[filepath.Base(communityFile)] = func(p panels) error {
			return writeCommunity(ctx, docs, checkout, p[large])
		}
	}
	var all []string
	for name := range known {
		all = append(all, name)
	}
	slices.Sort(all)
	for _, name := range names {
		if known[name] == nil {
			return fmt.Errorf("%q is not one of %s", name, strings.Join(all, ", "))
		}
	}
	if len(names) == 0 {
		names = all
	}
	p, err := openPanels()
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := known[name](p); err != nil {
			return err
		}
	}
	return nil
}

// write draws the pictures of the group into a folder.
func (g group) write(ctx context.Context, folder string, p panels) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, m := range g.films {
		if err := os.WriteFile(filepath.Join(folder, m.name+".gif"), m.file(ctx, p), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// write draws the sheet into a file.
func (s sheet) write(name string, p panels) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := png.Encode(f, s.draw(p)); err != nil {
		f.Close() // the first error counts
		return err
	}
	return f.Close()
}
