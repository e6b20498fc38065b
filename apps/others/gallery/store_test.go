// SPDX-License-Identifier: Apache-2.0

package gallery

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/must"
)

const home = "https://apps.example/"

var head = Head{
	Form: Form, Commit: strings.Repeat("a", 40), Date: time.Unix(1, 0).UTC(), Base: home, License: "Apache-2.0",
}

// of returns an app of one file with that content.
func of(id, source string) App {
	f := File{Path: "main.star", From: id + "/main.star", Size: len(source), Hash: sha256.Sum256([]byte(source))}
	return App{ID: id, Name: id, Category: "art", Main: "main.star", Files: []File{f}}
}

// network answers by address; what is not there fails.
type network map[string]string

var errCut = errors.New("the connection was cut")

func (n network) get(_ context.Context, url string, most int64) ([]byte, error) {
	data, ok := n[url]
	if !ok {
		return nil, errCut
	}
	if int64(len(data)) > most {
		return nil, bounded.ErrTooLarge
	}
	return []byte(data), nil
}

// packed returns a catalogue as it comes.
func packed(t *testing.T, h Head, apps ...App) string {
	t.Helper()
	return string(must.Get(Write(&Catalogue{Head: h, Apps: apps}))(t))
}

func loads(App, map[string][]byte) error { return nil }

// TestRenew: what is no catalogue is refused as a whole, and the old one stays.
func TestRenew(t *testing.T) {
	many := make([]App, MaxApps+1)
	for i := range many {
		many[i] = of(fmt.Sprint("a", i), "x")
	}
	with := func(change func(*App)) string {
		a := of("new", "x")
		change(&a)
		return packed(t, head, a)
	}
	file := func(change func(*File)) string { return with(func(a *App) { change(&a.Files[0]) }) }
	from := func(base string) string {
		return packed(t, Head{Form: Form, Commit: head.Commit, Base: base}, of("new", "x"))
	}
	large := make([]byte, MaxPacked+1)
	text := strings.Repeat("x", MaxPlain)
	fat := make([]App, 600)
	for i := range fat {
		fat[i] = of(fmt.Sprint("a", i), "x")
		for n := range MaxFiles - 1 {
			f := fat[i].Files[0]
			f.Path = fmt.Sprint(n)
			fat[i].Files = append(fat[i].Files, f)
		}
	}
	for _, row := range []struct{ name, comes, fault string }{
		{"a cut connection", "", "cut"},
		{"half a catalogue", packed(t, head, of("new", "x"))[:60], "gallery: "},
		{"no catalogue", "<html>", "gallery: "},
		{"too many bytes", string(large), "too large"},
		{"too many bytes once unpacked", packed(t, head, fat...), "too large"},
		{"an app of many bytes", with(func(a *App) { a.Name = text[:maxLine] }), "too large"},
		{"too many apps", packed(t, head, many...), "5000"},
		{"doubled ids", packed(t, head, of("new", "x"), of("NEW", "y")), "twice"},
		{"an id that is a path", packed(t, head, of("../new", "x")), "no id"},
		{"a path out of the folder", file(func(f *File) { f.From = "../../etc/passwd" }), "no path"},
		{"a path that is absolute", file(func(f *File) { f.From = "/etc/passwd" }), "no path"},
		{"a path to another host", file(func(f *File) { f.From = "a?b" }), "no path"},
		{"a file in another folder", file(func(f *File) { f.Path = `..\main.star` }), "no path"},
		{"a huge file", file(func(f *File) { f.Size = math.MaxInt }), "bytes"},
		{"a file of negative size", file(func(f *File) { f.Size = -1 }), "bytes"},
		{"a doubled file", with(func(a *App) { a.Files = append(a.Files, a.Files[0]) }), "twice"},
		{"too many files", with(func(a *App) { a.Files = make([]File, MaxFiles+1) }), "files"},
		{"no program", with(func(a *App) { a.Main = "other.star" }), "no program"},
		{"a long text", with(func(a *App) { a.About = text[:maxText+1] }), "long"},
		{"a host with a space", with(func(a *App) { a.Hosts = []string{"a b"} }), "no host"},
		{"another form", packed(t, Head{Form: 2, Commit: head.Commit, Base: home}, of("new", "x")), "form"},
		{"no commit", packed(t, Head{Form: 1, Commit: "main", Base: home}, of("new", "x")), "no commit"},
		{"files on the disk", from("file:///"), "where"},
		{"files at no host", from("https:///"), "where"},
		{"files without encryption", from("http://apps.example/"), "where"},
		{"files of somebody", from("https://me@apps.example/"), "where"},
		{"files behind a question", from("https://192.168.1.20/cm?cmnd=Power%20TOGGLE&x=/"), "where"},
		{"files behind a fragment", from("https://apps.example/#/"), "where"},
		{"files beside the base", from("https://apps.example"), "where"},
	} {
		net := network{"new": packed(t, head, of("old", "x"))}
		s := New(Config{FS: durabletest.NewMemory(), URL: "new", Get: net.get})
		must.Do(t, s.Renew(t.Context()))
		if net["new"] = row.comes; row.comes == "" {
			delete(net, "new")
		}
		must.Fail(t, s.Renew(t.Context()), row.fault, row.name)
		if _, _, err := s.Find("old"); err != nil {
			t.Errorf("%s: the old catalogue is gone: %v", row.name, err)
		}
	}
}

// TestSigned: a catalogue that is not signed is not read, whoever holds its server; nor is one that was signed once, and
// is older than the one that is there.
func TestSigned(t *testing.T) {
	of := func(id string, day int) string {
		h := head
		h.Date = h.Date.AddDate(0, 0, day)
		return packed(t, h, of(id, "x"))
	}
	net := network{"new": of("first", 1), "new" + Signature: "good"}
	c := Config{FS: durabletest.NewMemory(), URL: "new", Get: net.get, Signed: func(data, signatures []byte) error {
		if string(signatures) != "good" {
			return ErrUnsigned
		}
		return nil
	}}
	s := New(c)
	must.Do(t, s.Renew(t.Context()))
	for _, row := range []struct {
		why, comes, signatures string
		want                   error
	}{
		{"of nobody", of("evil", 2), "bad", ErrUnsigned},
		{"no catalogue at all", "<html>", "bad", ErrUnsigned},
		{"an older one", of("evil", 0), "good", ErrOlder},
		{"a large signature", of("evil", 2), strings.Repeat("x", maxSignature+1), bounded.ErrTooLarge},
		{"no signature", of("evil", 2), "", errCut},
		{"the same one again", of("first", 1), "good", nil},
	} {
		net["new"], net["new"+Signature] = row.comes, row.signatures
		if row.signatures == "" {
			delete(net, "new"+Signature)
		}
		if err := s.Renew(t.Context()); !errors.Is(err, row.want) {
			t.Errorf("%s: %v, want %v", row.why, err, row.want)
		}
		for _, now := range []*Store{s, New(c)} {
			if _, _, err := now.Find("first"); err != nil {
				t.Errorf("%s: %v", row.why, err)
			}
		}
	}
}

// TestInstall: only the files that the catalogue names are installed, and an app works without a network afterwards.
func TestInstall(t *testing.T) {
	two := of("two", "one")
	second := File{Path: "b.png", From: "two/b.png", Size: 3, Hash: sha256.Sum256([]byte("two"))}
	two.Files = append(two.Files, second)
	for _, row := range []struct {
		name string
		net  network
		load error
		want error
	}{
		{"all there", network{home + "two/main.star": "one", home + "two/b.png": "two"}, nil, nil},
		{"a cut connection", network{home + "two/main.star": "one"}, nil, errCut},
		{"another content", network{home + "two/main.star": "one", home + "two/b.png": "TWO"}, nil, ErrHash},
		{"a huge file", network{home + "two/main.star": "one", home + "two/b.png": strings.Repeat("x", 9000)}, nil, ErrHash},
		{"an app that does not load", network{home + "two/main.star": "one", home + "two/b.png": "two"}, errCut, errCut},
	} {
		disk := durabletest.NewMemory()
		row.net["new"] = packed(t, head, two)
		s := New(Config{FS: disk, URL: "new", Get: row.net.get})
		must.Do(t, s.Renew(t.Context()))
		err := s.Install(t.Context(), "two", func(App, map[string][]byte) error { return row.load })
		if !errors.Is(err, row.want) {
			t.Errorf("%s: %v, want %v", row.name, err, row.want)
		}
		offline := New(Config{FS: disk.Settled(), Get: network{}.get})
		_, files, err := offline.Program(t.Context(), "two")
		if want := row.want == nil; (err == nil) != want || want && string(files["b.png"]) != "two" {
			t.Errorf("%s: offline %v, %q", row.name, err, files)
		}
	}
}

// TestInstallGoesOn: what was fetched before a cut is not fetched again.
func TestInstallGoesOn(t *testing.T) {
	two := of("two", "one")
	two.Files = append(two.Files, File{Path: "b.png", From: "two/b.png", Size: 3, Hash: sha256.Sum256([]byte("two"))})
	net := network{"new": packed(t, head, two), home + "two/main.star": "one"}
	s := New(Config{FS: durabletest.NewMemory(), URL: "new", Get: net.get})
	must.Do(t, s.Renew(t.Context()))
	if err := s.Install(t.Context(), "two", loads); !errors.Is(err, errCut) {
		t.Fatal(err)
	}
	delete(net, home+"two/main.star")
	net[home+"two/b.png"] = "two"
	must.Do(t, s.Install(t.Context(), "two", loads))
	must.Do(t, s.Remove(t.Context(), "two"))
	if names := must.Get(s.cfg.FS.List(files))(t); len(names) > 0 {
		t.Errorf("%q is left of a removed app", names)
	}
	if err := s.Remove(t.Context(), "two"); !errors.Is(err, ErrNoApp) {
		t.Error(err)
	}
}

// TestUpdate: a newer version is told, and the older one stays until the newer has been loaded.
func TestUpdate(t *testing.T) {
	net := network{
		"new": packed(t, head, of("a", "old"), of("b", "same")), home + "a/main.star": "old", home + "b/main.star": "same",
	}
	s := New(Config{FS: durabletest.NewMemory(), URL: "new", Get: net.get})
	must.Do(t, s.Renew(t.Context()))
	must.Do(t, s.Install(t.Context(), "a", loads))
	must.Do(t, s.Install(t.Context(), "b", loads))
	net["new"], net[home+"a/main.star"] = packed(t, head, of("a", "newer"), of("b", "same")), "newer"
	must.Do(t, s.Renew(t.Context()))
	newer := func(want bool) {
		t.Helper()
		for id, app := range s.Installed() {
			there, _, err := s.Find(id)
			if err != nil || there.Same(app.App) == (want && id == "a") {
				t.Errorf("%s is another version: %v, %v", id, !there.Same(app.App), err)
			}
		}
	}
	newer(true)
	if err := s.Install(t.Context(), "a", func(App, map[string][]byte) error { return errCut }); !errors.Is(err, errCut) {
		t.Error(err)
	}
	for _, want := range []string{"old", "newer"} {
		_, files, err := s.Program(t.Context(), "a")
		if err != nil || string(files["main.star"]) != want {
			t.Errorf("%s, %v, want %s", files, err, want)
		}
		must.Do(t, s.Install(t.Context(), "a", loads))
	}
	newer(false)
}

// TestPowerCuts: a cut at any moment of an update leaves the older version or the newer one, whole.
func TestPowerCuts(t *testing.T) {
	net := network{"new": packed(t, head, of("a", "old")), home + "a/main.star": "old"}
	disk := durabletest.NewMemory()
	s := New(Config{FS: disk, URL: "new", Get: net.get})
	must.Do(t, s.Renew(t.Context()))
	must.Do(t, s.Install(t.Context(), "a", loads))
	disk = disk.Settled()
	s = New(Config{FS: disk, URL: "new", Get: net.get})
	net["new"], net[home+"a/main.star"] = packed(t, head, of("a", "newer")), "newer"
	must.Do(t, s.Renew(t.Context()))
	must.Do(t, s.Install(t.Context(), "a", loads))
	cuts := 0
	disk.Cuts(func(why string, after *durabletest.Memory) {
		cuts++
		_, files, err := New(Config{FS: after, Get: network{}.get}).Program(t.Context(), "a")
		if got := string(files["main.star"]); err != nil || got != "old" && got != "newer" {
			t.Errorf("%s: %q, %v", why, got, err)
		}
	})
	if cuts < 5 {
		t.Errorf("%d cuts", cuts)
	}
}

// TestFull: an app that has no room is not installed.
func TestFull(t *testing.T) {
	var apps []App
	net := network{}
	for i := range MaxInstalled + 1 {
		a := of(fmt.Sprint("a", i), "x")
		apps, net[home+a.Files[0].From] = append(apps, a), "x"
	}
	net["new"] = packed(t, head, apps...)
	s := New(Config{FS: durabletest.NewMemory(), URL: "new", Get: net.get})
	must.Do(t, s.Renew(t.Context()))
	for _, a := range apps[:MaxInstalled] {
		must.Do(t, s.Install(t.Context(), a.ID, loads))
	}
	if err := s.Install(t.Context(), apps[MaxInstalled].ID, loads); !errors.Is(err, ErrFull) {
		t.Error(err)
	}
	none := New(Config{URL: "new", Get: net.get})
	must.Do(t, none.Renew(t.Context()))
	if err := none.Install(t.Context(), "a0", loads); !errors.Is(err, ErrNoFolder) {
		t.Error(err)
	}
}

// fullDisk is a disk without room.
type fullDisk struct{ durable.FS }

func (fullDisk) Create(string) (durable.File, error) { return nil, errors.New("no space left") }

// TestWaits: nobody waits for a network longer than he wants, and a disk that is full keeps no program from running.
func TestWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		net, disk := network{"new": packed(t, head, of("a", "x")), home + "a/main.star": "x"}, durable.Dir(t.TempDir())
		s := New(Config{FS: disk, URL: "new", Get: net.get})
		must.Do(t, s.Renew(t.Context()))
		must.Do(t, s.Install(t.Context(), "a", loads))
		must.Do(t, disk.Remove(files+"/"+of("a", "x").Files[0].Hash.String()))
		there := New(Config{FS: fullDisk{disk}, URL: "new", Get: net.get})
		if _, got, err := there.Program(t.Context(), "a"); err != nil || string(got["main.star"]) != "x" {
			t.Errorf("a full disk: %q, %v", got, err)
		}
		slow := New(Config{FS: disk, URL: "new", Get: func(ctx context.Context, _ string, _ int64) ([]byte, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}})
		begun := time.Now()
		var all sync.WaitGroup
		for range 200 {
			all.Go(func() {
				if _, _, err := slow.Program(t.Context(), "a"); !errors.Is(err, context.DeadlineExceeded) {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for why, err := range map[string]error{
			"renew": slow.Renew(ctx), "install": slow.Install(ctx, "a", loads), "remove": slow.Remove(ctx, "a"),
		} {
			if !errors.Is(err, context.Canceled) || time.Since(begun) > 0 {
				t.Errorf("%s: %v after %v", why, err, time.Since(begun))
			}
		}
		all.Wait()
		if took := time.Since(begun); took > patience {
			t.Errorf("200 programs take %v", took)
		}
	})
}

// TestList: what is installed is what a restart reads.
func TestList(t *testing.T) {
	for _, row := range []struct {
		why         string
		files, path int
		want        int // apps that there is room for
	}{
		{"many files", MaxFiles, 10, maxAll / MaxFiles},
		{"long paths", 150, 190, maxAll / 150},
		{"texts that JSON makes longer", 120, 0, 0},
	} {
		net, disk := network{}, durabletest.NewMemory()
		var apps []App
		for i := range maxAll / row.files * 2 {
			a := of(fmt.Sprint("a", i), "x")
			for n := range row.files - 1 {
				f := a.Files[0]
				if f.Path = fmt.Sprint(n, strings.Repeat("x", row.path)); row.path == 0 {
					f.Path = fmt.Sprint(n, strings.Repeat("<", 90)) // 540 bytes
				}
				a.Files = append(a.Files, f)
			}
			apps, net[home+a.Files[0].From] = append(apps, a), "x"
		}
		s := New(Config{FS: disk, URL: "new", Get: net.get})
		s.read, s.now = true, &Catalogue{Head: head, Apps: apps}
		for i, a := range apps[:row.want+1] {
			err := s.Install(t.Context(), a.ID, loads)
			if want := i < row.want; (err == nil) != want || !want && !errors.Is(err, ErrFull) {
				t.Errorf("%s: app %d: %v, want room for %d", row.why, i, err, row.want)
				break
			}
		}
		if got := len(New(Config{FS: disk.Settled()}).Installed()); got != row.want {
			t.Errorf("%s: a restart reads %d apps, want %d", row.why, got, row.want)
		}
	}
}

// TestShipped: the catalogue that came with the program that draws is there without a network, until a newer one is
// fetched.
func TestShipped(t *testing.T) {
	shipped := []byte(packed(t, head, of("shipped", "x")))
	later := head
	later.Date = later.Date.Add(time.Hour)
	net := network{"new": packed(t, later, of("fetched", "x"))}
	disk := durabletest.NewMemory()
	c := Config{FS: disk, URL: "new", Get: net.get, Shipped: func() []byte { return shipped }}
	s := New(c)
	if _, _, err := s.Find("shipped"); err != nil {
		t.Error(err)
	}
	must.Do(t, s.Renew(t.Context()))
	if _, _, err := New(c).Find("fetched"); err != nil {
		t.Error(err)
	}
	elsewhere := c
	elsewhere.URL = "elsewhere"
	if _, _, err := New(elsewhere).Find("shipped"); err != nil {
		t.Errorf("the catalogue of another address is kept: %v", err)
	}
	c.FS, c.Shipped = nil, nil
	if _, _, err := New(c).Find("shipped"); !errors.Is(err, ErrNoCatalogue) {
		t.Error(err)
	}
}

// TestReadMemory: what is refused is refused before it takes much memory, and what is unpacked is counted.
func TestReadMemory(t *testing.T) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	must.Do(t, json.NewEncoder(z).Encode(head))
	fmt.Fprintf(z, `{"id":"a","files":[{}%s]}`, strings.Repeat(",{}", 3<<20))
	must.Do(t, z.Close())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Read(t.Context(), b.Bytes())
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 16<<20 || !errors.Is(err, bounded.ErrTooLarge) {
		t.Errorf("%d bytes of memory for an app of 3 million files, %v", n, err)
	}
	many := make([]App, 100)
	for i := range many {
		many[i] = of(fmt.Sprint("a", i), "x")
	}
	share := budget.New(4 << 10).Hold()
	if _, err := Read(budget.With(t.Context(), share), []byte(packed(t, head, many...))); !errors.Is(err, budget.ErrSpent) {
		t.Errorf("more than the memory has room for: %v", err)
	}
}

// TestFuture: a catalogue of the future is refused, when it is known what the time is.
func TestFuture(t *testing.T) {
	for _, row := range []struct {
		why   string
		sure  bool
		ahead time.Duration
		fault bool
	}{
		{"a clock that is a little late", true, ahead - time.Hour, false},
		{"the future", true, ahead + time.Hour, true},
		{"the far future", true, 200 * 365 * 24 * time.Hour, true},
		{"a clock that nobody has set", false, ahead + time.Hour, false},
	} {
		h := head
		h.Date = time.Now().Add(row.ahead)
		disk := durabletest.NewMemory()
		c := Config{FS: disk, URL: "new", Get: network{"new": packed(t, h, of("a", "x"))}.get,
			Plausible: func(time.Time) bool { return row.sure }}
		if err := New(c).Renew(t.Context()); (err != nil) != row.fault {
			t.Errorf("%s: %v", row.why, err)
		}
		c.Plausible = func(time.Time) bool { return true }
		_, _, err := New(c).Find("a")
		if want := row.ahead > ahead; (err != nil) != want {
			t.Errorf("%s: after a restart %v", row.why, err)
		}
	}
}

// FuzzRead: whatever comes is refused, or has apps that may be there.
func FuzzRead(f *testing.F) {
	data, err := Write(&Catalogue{Head: head, Apps: []App{of("a", "x")}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte("\x1f\x8b"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Read(t.Context(), data)
		if err != nil {
			return
		}
		for _, a := range c.Apps {
			must.Do(t, a.Check())
		}
	})
}
