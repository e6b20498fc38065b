// SPDX-License-Identifier: Apache-2.0

package update

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
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

// trusting demands a signature of one of the keys.
func trusting(keys ...minisign.PublicKey) Trust { return Trust{Keys: keys} }

// TestTwoSignatures: a device that demands two takes two of different keys that it trusts, in
// any order and among others, and one that demands one takes them as well.
func TestTwoSignatures(t *testing.T) {
	maintainer, first := keys(t)
	rebuilder, second := keys(t)
	_, third := keys(t)
	by := func(secret minisign.PrivateKey, text string) string {
		return strings.TrimRight(string(minisign.Sign(secret, []byte(text))), "\n")
	}
	one, two := by(first, good), by(second, good)
	numbered := func(text string) string { // another number of the key, which no signature covers
		raw := must.Get(base64.StdEncoding.DecodeString(text))(t)
		raw[3] ^= 1
		return base64.StdEncoding.EncodeToString(raw)
	}
	var renamed minisign.PublicKey
	must.Do(t, renamed.UnmarshalText([]byte(numbered(maintainer.String()))))
	sameAgain := strings.Replace(one, strings.Split(one, "\n")[1], numbered(strings.Split(one, "\n")[1]), 1)
	if _, err := trusting(renamed).Verify([]byte(good), []byte(sameAgain)); err != nil {
		t.Fatal("a key under another number does not sign at all: ", err)
	}
	other := strings.Replace(good, "17", "18", 1)
	both := []minisign.PublicKey{maintainer, rebuilder}
	for _, row := range []struct {
		why, signatures string
		trust           Trust
		want            error
	}{
		{"both", one + "\n" + two + "\n", Trust{both, 2}, nil},
		{"the other way round, without a last line", two + "\n" + one, Trust{both, 2}, nil},
		{"lines end as elsewhere", strings.ReplaceAll(one+"\n"+two+"\n", "\n", "\r\n"), Trust{both, 2}, nil},
		{"both, where one is enough", one + "\n" + two, Trust{both, 1}, nil},
		{"both, of which one is known", two + "\n" + one, Trust{both[:1], 0}, nil},
		{"a stranger's between them", one + "\n" + by(third, good) + "\n" + two, Trust{both, 2}, nil},
		{"one alone", one, Trust{both, 2}, ErrSignature},
		{"the same one twice", one + "\n" + one, Trust{both, 2}, ErrSignature},
		{"two of the same key", one + "\n" +
			strings.TrimRight(string(minisign.SignWithComments(first, []byte(good), "t", "u")), "\n"), Trust{both, 2},
			ErrSignature},
		{"the same under another number", one + "\n" + sameAgain, Trust{both, 2}, ErrSignature},
		{"of a key that is listed twice", one, Trust{[]minisign.PublicKey{maintainer, maintainer}, 2}, ErrSignature},
		{"of a key that is listed under two numbers", one + "\n" + sameAgain,
			Trust{[]minisign.PublicKey{maintainer, renamed}, 2}, ErrSignature},
		{"the second is a stranger's", one + "\n" + by(third, good), Trust{both, 2}, ErrSignature},
		{"the second is of another text", one + "\n" + by(second, other), Trust{both, 2}, ErrSignature},
		{"the second is cut", one + "\n" + two[:len(two)-8], Trust{both, 2}, ErrSignature},
		{"a hundred in front", strings.Repeat(by(third, good)+"\n", 100) + one + "\n" + two, Trust{both, 2}, ErrSignature},
		{"three are demanded of two", one + "\n" + two, Trust{both, 3}, ErrSignature},
		{"none", "", Trust{both, 2}, ErrSignature},
		{"one, of one who demands nothing", one, Trust{both, 0}, nil},
		{"none, of one who demands nothing", "", Trust{both, 0}, ErrSignature},
	} {
		if _, err := row.trust.Verify([]byte(good), []byte(row.signatures)); !errors.Is(err, row.want) {
			t.Errorf("%s: %v, want %v", row.why, err, row.want)
		}
	}
}

// errLong is the error of what is too long to be looked at.
var errLong = fmt.Errorf("update: a manifest has at most %d bytes", MaxManifest)

func TestVerify(t *testing.T) {
	ours, secret := keys(t)
	_, stranger := keys(t)
	signed := minisign.Sign(secret, []byte(good))
	for name, row := range map[string]struct {
		text      string
		signature []byte
		want      error
	}{
		"ours":                    {good, signed, nil},
		"signed by somebody else": {good, minisign.Sign(stranger, []byte(good)), ErrSignature},
		"one byte is another":     {strings.Replace(good, "17", "18", 1), signed, ErrSignature},
		"unexpected data":         {good + " ", signed, ErrSignature},
		"no signature":            {good, nil, ErrSignature},
		"malformed signature":     {good, []byte("untrusted comment: x\nAAAA\n"), ErrSignature},
		"the comment is another": {good, bytes.Replace(signed, []byte("timestamp:"), []byte("timestamp:1"), 1),
			ErrSignature},
		"a manifest that is too long":      {good + strings.Repeat(" ", MaxManifest), signed, errLong},
		"signatures too long":              {good, append(bytes.Repeat([]byte("\n"), MaxManifest), signed...), errLong},
		"the signature of a legacy digest": {good, minisign.SignWithComments(secret, []byte(good), "t", "u"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := trusting(ours).Verify([]byte(row.text), row.signature)
			if !errors.Is(err, row.want) && (err == nil || row.want != errLong || err.Error() != errLong.Error()) {
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
	if _, err := trusting(old, next).Verify([]byte(good), minisign.Sign(secret, []byte(good))); err != nil {
		t.Error(err)
	}
}

// TestNames: what becomes part of a path has each letter and each digit, and begins with no dot
// and no dash.
func TestNames(t *testing.T) {
	const all = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.+~_-"
	must.Do(t, named(all))
	for _, name := range []string{"", ".a", "-a", "a/b", "a b", "a:b", "a@b",
		"a[", "a`", "a{", "ä", "a\\", strings.Repeat("a", maxName+1)} {
		if named(name) == nil {
			t.Errorf("%q is a name", name)
		}
	}
}

func TestUnsoundManifests(t *testing.T) {
	for _, row := range []struct{ from, to, want string }{
		{`"1.2.0"`, `""`, "version: is missing"},
		{`"1.2.0"`, `"1.2.0 --force"`, "want letters, digits"},
		{`"1.2.0"`, `"-y"`, "begins with"},
		{`17`, `0`, "counter: 0"},
		{`17`, `-1`, "counter: -1"},
		{`17`, `9223372036854775807`, "counter: 9223372036854775807, want 1 to 1801353600"},
		{`17`, `1801353601`, "counter"},
		{`17`, `1801353600`, ""}, // the last that there can be
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
		_, err := parse([]byte(strings.Replace(good, row.from, row.to, 1)))
		if (err == nil) != (row.want == "") || err != nil && !strings.Contains(err.Error(), row.want) {
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
		"the first that is seen": {Seen{Now: expires.Add(-time.Second), Plausible: true}, nil},
		"the same again":         {Seen{Counter: 17, Now: expires.Add(-time.Second), Plausible: true}, nil},
		"an older one": {Seen{Counter: 18, Now: expires.Add(-time.Second), Plausible: true},
			ErrRollback},
		"at its end":                             {Seen{Now: expires, Plausible: true}, ErrExpired},
		"for as long as devices take it":         {Seen{Now: expires.Add(-MaxValid), Plausible: true}, nil},
		"for longer than devices take it":        {Seen{Now: expires.Add(-MaxValid - time.Second), Plausible: true}, ErrFar},
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
	must.Equal(t, must.Get(m.File("arm64", ".deb"))(t).Size, 5)
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
		memtest.AtMost(t, 1<<20+64*len(signature), func() { m, err = trusting(public).Verify([]byte(good), signature) })
		if err == nil && m.Version != "1.2.0" ||
			err != nil && !errors.Is(err, ErrSignature) && len(signature) <= MaxManifest {
			t.Errorf("%+v, %v", m, err)
		}
	})
}
