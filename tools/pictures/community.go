// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ledpost/ledpost/apps/others"
	"github.com/ledpost/ledpost/apps/others/gallery"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/enlarge"
	"github.com/ledpost/ledpost/render/record"
)

// community are the apps of the picture, by their ids in the community's catalogue, row by row.
var community = [...]string{"daynightmap", "aquarium", "seasonclock", "nixelclock", "planettime", "split_flap_clock"}

// The picture of the community's apps.
const (
	communityFile    = "moving/community.gif"
	communityColumns = 3
	communityScale   = 4               // for one LED
	communityGap     = 8               // pixels around each panel
	communityFrom    = 3 * time.Second // before, the aquarium is empty
	communityTime    = 7 * time.Second
)

// communityAt is the moment that the apps take for now.
var communityAt = time.Date(2026, time.October, 14, 10, 8, 42, 0, time.UTC)

// mat is what the panels lie on.
var mat = color.RGBA{0x1c, 0x1c, 0x20, 0xff}

// catalogue returns the community's catalogue of the repository whose documentation is in docs.
func catalogue(ctx context.Context, docs string) (*gallery.Catalogue, error) {
	packed, err := os.ReadFile(filepath.Join(docs, "../tools/apps/gallery.json.gz"))
	if err != nil {
		return nil, err
	}
	return gallery.Read(ctx, packed)
}

// writeCommunity draws the community's apps into their picture in docs. checkout has their files, at the commit of the
// catalogue.
func writeCommunity(ctx context.Context, docs, checkout string, p *paint.Painter) error {
	all, err := catalogue(ctx, docs)
	if err != nil {
		return err
	}
	var w wall
	for _, id := range community {
		one, err := drawn(ctx, all, checkout, id, p)
		if err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
		w = append(w, one)
	}
	var b bytes.Buffer
	begun := &render.Begun{Widget: w, Ago: communityFrom}
	_ = gif.EncodeAll(&b, record.GIF(ctx, begun, record.Options{ // a buffer takes everything
		Size: w.Size(), Length: communityTime, FPS: 5, Colors: 40, Enlarge: hung,
	}))
	return os.WriteFile(filepath.Join(docs, communityFile), b.Bytes(), 0o644)
}

// drawn returns what a panel shows of an app, as the program ledpost-apps in the path draws it.
func drawn(
	ctx context.Context, all *gallery.Catalogue, checkout, id string, p *paint.Painter,
) (render.Widget, error) {
	at := slices.IndexFunc(all.Apps, func(a gallery.App) bool { return a.ID == id })
	if at < 0 {
		return nil, gallery.ErrNoApp
	}
	a := all.Apps[at]
	app := others.Program{Name: a.Name, Main: a.Main, Twice: a.Twice, Files: map[string][]byte{}}
	for _, f := range a.Files {
		data, err := os.ReadFile(filepath.Join(checkout, filepath.FromSlash(f.From)))
		if err != nil {
			return nil, err
		}
		if sha256.Sum256(data) != f.Hash {
			return nil, fmt.Errorf("%s: %w", f.From, gallery.ErrHash)
		}
		app.Files[f.Path] = data
	}
	conn, err := applet.Open(ctx)
	if err != nil {
		return nil, err
	}
	r := app.Request(p.Size)
	r.Now, r.Seed, r.Zone = communityAt, 1, "UTC"
	d, err := app.Draw(ctx, conn, r, applet.Offline)
	if err != nil {
		return nil, err
	}
	w, _, err := others.Show(d, p)
	return w, err
}

// wall is large panels, some in each row.
type wall []render.Widget

// Size implements [render.Widget].
func (w wall) Size() image.Point {
	return image.Pt(communityColumns*large.X, (len(w)+communityColumns-1)/communityColumns*large.Y)
}

// Period implements [render.Widget].
func (wall) Period() time.Duration { return 0 }

// Next returns when the first of them changes.
func (w wall) Next(t time.Duration) time.Duration {
	next := render.Forever
	for _, one := range w {
		next = min(next, render.Next(one, t))
	}
	return next
}

// Draw implements [render.Widget].
func (w wall) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	for i, one := range w {
		at := p.Add(hook(i))
		one.Draw(dst.SubImage(image.Rectangle{at, at.Add(large)}).(*image.RGBA), at, t)
	}
}

// hook returns where a panel of the wall is.
func hook(i int) image.Point { return image.Pt(i%communityColumns*large.X, i/communityColumns*large.Y) }

// hung returns the panels of a wall as glowing LEDs, apart from each other.
func hung(m *image.RGBA) *image.RGBA {
	count := m.Rect.Dx() / large.X * (m.Rect.Dy() / large.Y)
	out := image.NewRGBA(image.Rectangle{Max: tile(count - 1).Max.Add(image.Pt(communityGap, communityGap))})
	draw.Draw(out, out.Rect, image.NewUniform(mat), image.Point{}, draw.Src)
	for i := range count {
		one := image.NewRGBA(image.Rectangle{Max: large})
		draw.Draw(one, one.Rect, m, hook(i), draw.Src)
		draw.Draw(out, tile(i), enlarge.LEDs(one, communityScale), image.Point{}, draw.Src)
	}
	return out
}

// tile returns where a panel is in the picture.
func tile(i int) image.Rectangle {
	cell := large.Mul(communityScale).Add(image.Pt(communityGap, communityGap))
	at := image.Pt(communityGap+i%communityColumns*cell.X, communityGap+i/communityColumns*cell.Y)
	return image.Rectangle{at, at.Add(large.Mul(communityScale))}
}
