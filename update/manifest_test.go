// SPDX-License-Identifier: Apache-2.0

package update

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"aead.dev/minisign"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

var expires = time.Date(2027, 1, 31, 0, 0, 0, 0, time.UTC)

// good is a manifest of one file, whose content is "light".
const good = `{"version":"1.2.0","counter":17,"expires":"2027-01-31T00:00:00Z","files":[
	{"name":"ledpost_1.2.0_arm64.deb","arch":"arm64","size":5,"sha256":"99a7026172d42714d0293e5598ec1c8e8260d7d0c4b8582ad002c1883494e216"}]}`

func keys(t testing.TB) (minisign.PublicKey, minisign.PrivateKey) {
	t.Helper()
	public, secret, err := minisign.GenerateKey(nil)
	must.Do(t, err)
	return public, secret
}

func TestVerify(t *testing.T) {
	ours, secret := keys(t)
	_, stranger := keys(t)
	signed := minisign.Sign(secret, []byte(good))
	for name, row := range map[string]struct {
		text      string
		signature []byte
		want      error
	}{
		"ours":                             {good, signed, nil},
		"signed by somebody else":          {good, minisign.Sign(stranger, []byte(good)), ErrSignature},
		"one byte is another":              {strings.Replace(good, "17", "18", 1), signed, ErrSignature},
		"unexpected data":                  {good + " ", signed, ErrSignature},
		"no signature":                     {good, nil, ErrSignature},
		"a signature that is none":         {good, []byte("untrusted comment: x\nAAAA\n"), ErrSignature},
		"the comment is another":           {good, bytes.Replace(signed, []byte("timestamp:"), []byte("timestamp:1"), 1), ErrSignature},
		"the signature of a legacy digest": {good, minisign.SignWithComments(secret, []byte(good), "t", "u"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := Verify([]byte(row.text), row.signature, ours)
			if !errors.Is(err, row.want) {
				t.Fatalf("error %v, want %v", err, row.want)
			}
			if err == nil && (m.Version != "1.2.0" || m.Counter != 17 || !m.Expires.Equal(expires) || len(m.Files) != 1) {
				t.Errorf("read as %+v", m)
			}
			if err != nil && m.Version != "" {
				t.Errorf("what is not ours was read: %+v", m)
			}
		})
	}
}

// TestSecondKey: while a key is replaced, a device trusts both.
func TestSecondKey(t *testing.T) {
	old, _ := keys(t)
	next, secret := keys(t)
	if _, err := Verify([]byte(good), minisign.Sign(secret, []byte(good)), old, next); err != nil {
		t.Error(err)
	}
}

func TestUnsoundManifests(t *testing.T) {
	for _, row := range []struct{ from, to, want string }{
		{`"1.2.0"`, `""`, "version: is missing"},
		{`"1.2.0"`, `"1.2.0 --force"`, "want letters, digits"},
		{`"1.2.0"`, `"-y"`, "begins with"},
		{`17`, `0`, "counter: 0"},
		{`17`, `-1`, "counter: -1"},
		{`17`, `1.5`, "counter"},
		{`"2027-01-31T00:00:00Z"`, `"0001-01-01T00:00:00Z"`, "expires: is missing"},
		{`"2027-01-31T00:00:00Z"`, `"soon"`, "parsing time"},
		{`"ledpost_1.2.0_arm64.deb"`, `"../ledpost.deb"`, "files[0]: name"},
		{`"size":5`, `"size":0`, "files[0]: size"},
		{`"size":5`, `"size":3000000000`, "files[0]: size"},
		{`e8260d`, `E8260D`, "files[0]: sha256"},
		{`99a7`, `99`, "files[0]: sha256"},
		{`"files":[`, `"files":[],"x":[`, "files: 0"},
		{`}]}`, `}]}{}`, "unexpected data"},
		{`{"version"`, `["version"`, "manifest"},
	} {
		if _, err := parse([]byte(strings.Replace(good, row.from, row.to, 1))); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s for %s: error %v, want %q", row.to, row.from, err, row.want)
		}
	}
}

func TestFresh(t *testing.T) {
	m := must.Get(parse([]byte(good)))(t)
	for name, row := range map[string]struct {
		seen Seen
		want error
	}{
		"the first that is seen":                 {Seen{Now: expires.Add(-time.Second), Plausible: true}, nil},
		"the same again":                         {Seen{Counter: 17, Now: expires.Add(-time.Second), Plausible: true}, nil},
		"an older one":                           {Seen{Counter: 18, Now: expires.Add(-time.Second), Plausible: true}, ErrRollback},
		"at its end":                             {Seen{Now: expires, Plausible: true}, ErrExpired},
		"past its end by a clock that is wrong":  {Seen{Now: expires.AddDate(70, 0, 0)}, nil},
		"an older one, by a clock that is wrong": {Seen{Counter: 18}, ErrRollback},
	} {
		if err := m.Fresh(row.seen); !errors.Is(err, row.want) {
			t.Errorf("%s: %v, want %v", name, err, row.want)
		}
	}
}

func TestFileOf(t *testing.T) {
	m, _ := parse([]byte(good))
	if f, err := m.File("arm64", ".deb"); err != nil || f.Size != 5 {
		t.Errorf("%+v, %v", f, err)
	}
	if _, err := m.File("armhf", ".deb"); err == nil {
		t.Error("a file for another architecture was found")
	}
	if _, err := m.File("arm64", ".img"); err == nil {
		t.Error("a file of another kind was found")
	}
}

func TestCopy(t *testing.T) {
	m, _ := parse([]byte(good))
	broken := errors.New("the line broke")
	for name, row := range map[string]struct {
		from io.Reader
		want error
	}{
		"the file":          {strings.NewReader("light"), nil},
		"in small pieces":   {iotest.OneByteReader(strings.NewReader("light")), nil},
		"cut off":           {strings.NewReader("ligh"), ErrContent},
		"longer":            {strings.NewReader("lights"), ErrContent},
		"another":           {strings.NewReader("night"), ErrContent},
		"a broken download": {iotest.ErrReader(broken), broken},
	} {
		if err := m.Files[0].Copy(io.Discard, row.from); !errors.Is(err, row.want) {
			t.Errorf("%s: %v, want %v", name, err, row.want)
		}
	}
}

// FuzzManifest: whatever a manifest says, reading it costs little, and what is
// accepted keeps the limits.
func FuzzManifest(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte(`{"files":[{},{},{}],"version":"1"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > MaxManifest {
			return
		}
		var m Manifest
		var err error
		memtest.AtMost(t, 1<<20+200*len(text), func() { m, err = parse(text) })
		if err == nil && m.check() != nil {
			t.Errorf("accepted: %+v", m)
		}
	})
}

func FuzzSignature(f *testing.F) {
	public, secret := keys(f)
	f.Add(minisign.Sign(secret, []byte(good)))
	f.Fuzz(func(t *testing.T, signature []byte) {
		var m Manifest
		var err error
		memtest.AtMost(t, 1<<20+64*len(signature), func() { m, err = Verify([]byte(good), signature, public) })
		if err == nil && m.Version != "1.2.0" || err != nil && !errors.Is(err, ErrSignature) && len(signature) <= MaxManifest {
			t.Errorf("%+v, %v", m, err)
		}
	})
}
