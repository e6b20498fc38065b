// SPDX-License-Identifier: Apache-2.0

package backup

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

const phrase = "correct horse"

// full is a backup that has everything.
func full() *Content {
	return &Content{
		Version: "1.2.3", Made: time.Date(2026, 11, 22, 8, 0, 0, 0, time.UTC),
		Settings: []byte(`{"version":2}`), Config: []byte("name = \"x\"\n"),
		Icons:     map[string][]byte{"door.gif": []byte("GIF"), "12.png": {}},
		Scripts:   map[string][]byte{"dice.star": []byte("def main():\n"), "bus-2.star": {}},
		Installed: []byte("{}\n"), Files: map[string][]byte{"ab": []byte("x")}, Said: []byte("{}"),
		Key: []byte("key"), NamedKeys: []byte("{}"), Identity: []byte("{}"), Cert: []byte("PEM"),
	}
}

func TestThereAndBack(t *testing.T) {
	plain := full()
	plain.Key, plain.NamedKeys, plain.Identity, plain.Cert = nil, nil, nil, nil
	many := map[string][]byte{}
	for i := range MaxIcons {
		many[fmt.Sprintf("%d.png", i)] = []byte{byte(i), byte(i >> 8)}
	}
	for name, row := range map[string]struct {
		content *Content
		phrase  string
	}{
		"everything":                         {full(), phrase},
		"without secrets":                    {plain, ""},
		"hardly anything":                    {&Content{Settings: []byte("{}"), Icons: map[string][]byte{}}, ""},
		"as many icons as a device may have": {&Content{Settings: []byte("{}"), Icons: many}, ""},
		"an empty key is one": {&Content{Settings: []byte("{}"), Icons: map[string][]byte{}, Key: []byte{}},
			phrase},
	} {
		file, err := Write(row.content, row.phrase)
		if err != nil {
			t.Fatal(name, err)
		}
		got, err := Read(file, row.phrase)
		if err != nil || !reflect.DeepEqual(got, row.content) {
			t.Errorf("%s: %v: %+v", name, err, got)
		}
		if row.phrase != "" && bytes.Contains(file, []byte("settings")) {
			t.Errorf("%s: it is not encrypted", name)
		}
	}
	if _, err := Write(full(), ""); !errors.Is(err, ErrPassphrase) {
		t.Errorf("secrets without a passphrase: %v", err)
	}
}

// TestTooMuch: what could not be read back is not written.
func TestTooMuch(t *testing.T) {
	icons := map[string][]byte{}
	for i := range maxPlain/maxEntry - 1 {
		icons[fmt.Sprintf("%d.png", i)] = make([]byte, maxEntry)
	}
	c := &Content{Settings: make([]byte, maxEntry-1<<10), Icons: icons}
	file := must.Get(Write(c, ""))(t)
	must.Get(Read(file, ""))(t)
	icons["x.png"] = make([]byte, 1<<10)
	if _, err := Write(c, ""); !errors.Is(err, bounded.ErrTooLarge) {
		t.Errorf("files too large in all: %v", err)
	}
	clear(icons)
	icons["x.png"] = make([]byte, maxEntry+1)
	if _, err := Write(c, ""); !errors.Is(err, bounded.ErrTooLarge) {
		t.Errorf("one file too large: %v", err)
	}
}

func TestFilesThatAreRefused(t *testing.T) {
	archive := func(files ...string) []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i := 0; i < len(files); i += 2 {
			w, err := z.Create(files[i])
			if err == nil {
				_, err = w.Write([]byte(files[i+1]))
			}
			must.Do(t, err)
		}
		z.Close()
		return b.Bytes()
	}
	sealed := must.Get(Write(full(), phrase))(t)
	const head = `{"format":1}`
	rows := []struct {
		why  string
		file []byte
		pass string
		says string
	}{
		{"nothing", nil, "", "not a backup"},
		{"no archive", []byte("hello"), "", "not a backup"},
		{"another archive", archive("a.txt", "x"), "", `"a.txt" is unknown`},
		{"no manifest", archive("settings.json", "{}"), "", "it lacks ledpost.json"},
		{"of a later version", archive("ledpost.json", `{"format":2}`, "settings.json", "{}"), "",
			"format 2, this version reads format 1"},
		{"malformed manifest", archive("ledpost.json", `[]`, "settings.json", "{}"), "", "cannot be read"},
		{"no settings", archive("ledpost.json", head), "", "lacks settings.json"},
		{"a path that leaves its folder", archive("ledpost.json", head, "settings.json", "{}", "icons/../key.png", "x"), "",
			"is unknown"},
		{"a path of another system", archive("ledpost.json", head, "settings.json", "{}", `icons/..\key.png`, "x"), "",
			"is unknown"},
		{"a name that errors would write to a terminal",
			archive("ledpost.json", head, "settings.json", "{}", "icons/a\x1b[2J.png", "x"), "",
			`"icons/a\x1b[2J.png" is unknown`},
		{"a folder in a folder", archive("ledpost.json", head, "settings.json", "{}", "gallery/files/ab", "x"), "", "is unknown"},
		{"a name of 60,000 bytes", archive("ledpost.json", head, "icons/"+strings.Repeat("a", 60_000), "x"), "",
			`aa" is unknown`},
		{"twice", archive("ledpost.json", head, "settings.json", "{}", "settings.json", "{}"), "", "twice"},
		{"secrets in plain", archive("ledpost.json", head, "settings.json", "{}", "secret/key", "x"), "", "not encrypted"},
		{"a large file in a small one", archive("ledpost.json", head, "settings.json", strings.Repeat(" ", maxEntry+1)), "",
			"too large"},
		{"no passphrase", sealed, "", "a passphrase is needed"},
		{"a wrong one", sealed, "wrong horse", "the passphrase is wrong"},
		{"cut", sealed[:len(sealed)-1], phrase, "the passphrase is wrong"},
		{"hardly begun", []byte(magic), phrase, "the passphrase is wrong"},
		{"a bit is another",
			append(bytes.Clone(sealed[:len(sealed)-20]),
				append([]byte{sealed[len(sealed)-20] ^ 1}, sealed[len(sealed)-19:]...)...), phrase, "the passphrase is wrong"},
	}
	for _, row := range rows {
		c, err := Read(row.file, row.pass)
		if err == nil || !strings.Contains(err.Error(), row.says) || c != nil || len(err.Error()) > 200 {
			t.Errorf("%s: %v, want %q", row.why, err, row.says)
		}
	}
	many := []string{"ledpost.json", head, "settings.json", "{}"}
	for i := range MaxIcons + 1 {
		many = append(many, fmt.Sprintf("icons/%d.png", i), "")
	}
	_, err := Read(archive(many...), "")
	must.Fail(t, err, "more than 5000 files in icons/", "too many icons")
	_, err = Read(bytes.Repeat([]byte(directoryEntry), 2*MaxIcons+1), "")
	must.Fail(t, err, "too many files", "a long directory")
	if testing.Short() {
		return // the rest packs and unpacks some 30 MB
	}
	bomb := []string{"ledpost.json", head, "settings.json", "{}"}
	for i := range maxPlain/maxEntry + 2 {
		bomb = append(bomb, "icons/a"+strings.Repeat("b", i)+".png", strings.Repeat("\x00", maxEntry-1))
	}
	file := archive(bomb...)
	memtest.AtMost(t, 8*maxPlain, func() {
		if _, err := Read(file, ""); err == nil {
			t.Error("more than there may be in a file is read")
		}
	})
}

// TestCostOfAGuess: a file says what a guess of its passphrase costs, which is what this
// program writes or less: a file that asks for more is refused before it gets any.
func TestCostOfAGuess(t *testing.T) {
	plain := must.Get(full().pack())(t)
	for _, row := range []struct {
		factor int
		says   string // part of the error; "" = none
	}{{1, ""}, {workFactor, ""}, {workFactor + 1, "work factor"}} {
		to := must.Get(age.NewScryptRecipient(phrase))(t)
		to.SetWorkFactor(row.factor)
		var file bytes.Buffer
		w, err := age.Encrypt(&file, to)
		if err == nil {
			_, err = w.Write(plain)
		}
		must.Do(t, errors.Join(err, w.Close()))
		_, err = Read(file.Bytes(), phrase)
		if (err == nil) != (row.says == "") || err != nil && !strings.Contains(err.Error(), row.says) {
			t.Errorf("2 to the power of %d: %v, want %q", row.factor, err, row.says)
		}
	}
	sealed, err := Write(full(), phrase)
	if head := strings.SplitN(string(sealed), "\n", 3); err != nil || !strings.HasPrefix(head[1], "-> scrypt ") ||
		!strings.HasSuffix(head[1], " 15") {
		t.Errorf("%v: written is %q", err, head[1])
	}
}

// FuzzRead: no file costs more memory than it may hold.
func FuzzRead(f *testing.F) {
	plain := full()
	plain.Key, plain.NamedKeys, plain.Identity, plain.Cert = nil, nil, nil, nil
	file := must.Get(Write(plain, ""))(f)
	f.Add(file)
	sealed := must.Get(Write(plain, phrase))(f)
	f.Add(sealed)
	f.Add([]byte(magic))
	f.Add([]byte(magic + "-> scrypt AAAAAAAAAAAAAAAAAAAAAA 40\n" + strings.Repeat("A", 43) + "\n" +
		"--- " + strings.Repeat("A", 43) + "\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		memtest.AtMost(t, 1<<20+8*maxPlain, func() { _, _ = Read(file, phrase) })
	})
}
