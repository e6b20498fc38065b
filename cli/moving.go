// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/cli/moving"
)

// drawMoving draws the moving pictures of the named groups, or all of them, into a folder.
func (c *renderCmd) drawMoving(ctx context.Context, names []string) error {
	groups := moving.Groups()
	var known []string
	for _, g := range groups {
		known = append(known, g.Name)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return usagef("%q is not one of %s", name, strings.Join(known, ", "))
		}
	}
	p, err := moving.NewPainters()
	if err != nil {
		return err
	}
	for _, g := range groups {
		if len(names) > 0 && !slices.Contains(names, g.Name) {
			continue
		}
		folder := filepath.Join(c.out, g.Name)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		for _, m := range g.Pictures {
			if err := os.WriteFile(filepath.Join(folder, m.Name+".gif"), m.File(ctx, p), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
