// SPDX-License-Identifier: Apache-2.0

package update

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

func TestURL(t *testing.T) {
	for _, row := range []struct{ base, channel, file, want string }{
		{"https://example.org/update", "stable", ManifestFile, "https://example.org/update/stable/manifest.json"},
		{"https://example.org/update/", "beta", SignatureFile, "https://example.org/update/beta/manifest.json.minisig"},
		{"http://nas:8000", "stable", "ledpost_1.2.0+x~1_arm64.deb", "http://nas:8000/stable/ledpost_1.2.0+x~1_arm64.deb"},
		{"ftp://example.org", "stable", ManifestFile, ""},
		{"example.org", "stable", ManifestFile, ""},
		{"https://", "stable", ManifestFile, ""},
		{"https://example.org", "../x", ManifestFile, ""},
		{"https://example.org", "", ManifestFile, ""},
	} {
		if got, err := URL(row.base, row.channel, row.file); got != row.want || (err == nil) != (row.want != "") {
			t.Errorf("%s, %s: %q, %v; want %q", row.base, row.channel, got, err, row.want)
		}
	}
}

// firstAt are devices and the smallest share in which they are with version 1.2.0.
var firstAt = map[string]int{"SA261100000000W00001": 38, "SA261100000000W00002": 73, "SA261100000000W00003": 62}

// TestShare: a share takes about as many devices as it says, a larger one all
// of a smaller one, and another version others first.
func TestShare(t *testing.T) {
	const fleet = 10000
	in := map[int]int{}
	same := 0
	for i := range fleet {
		serial := fmt.Sprintf("SA2611000000W%05d", i)
		was := false
		for _, share := range []int{1, 10, 50, 99, 100, 0} {
			is := Manifest{Version: "1.2.0", Share: share}.Includes(serial)
			if is {
				in[share]++
			}
			if was && !is {
				t.Fatalf("%s is in a smaller share, but not in %d %%", serial, share)
			}
			was = is
		}
		if (Manifest{Version: "1.2.0", Share: 10}).Includes(serial) &&
			(Manifest{Version: "1.3.0", Share: 10}).Includes(serial) {
			same++
		}
	}
	for share, want := range map[int]int{1: 100, 10: 1000, 50: 5000, 99: 9900, 100: fleet, 0: fleet} {
		if got := in[share]; got < want*95/100-30 || got > want*105/100+30 {
			t.Errorf("share %d: %d of %d devices, want about %d", share, got, fleet, want)
		}
	}
	// A fleet agrees on who goes first, whichever version its devices run: the numbers stay.
	for serial, first := range firstAt {
		m := Manifest{Version: "1.2.0", Share: first}
		before := Manifest{Version: "1.2.0", Share: first - 1}
		if !m.Includes(serial) || before.Includes(serial) {
			t.Errorf("%s: %v with %d %%, %v with 1 %% less", serial, m.Includes(serial), first, before.Includes(serial))
		}
	}
	if same < 50 || same > 150 { // 1 % by chance
		t.Errorf("%d of %d devices are first with both versions", same, fleet)
	}
}

// TestCompare: each version is before the next.
func TestCompare(t *testing.T) {
	order := []string{
		"0.1.0-dev", "0.1.0", "0.9.0", "0.10.0-beta.2", "0.10.0-beta.10", "0.10.0-dev", "0.10.0", "1.0.0~beta.1", "1.0",
		"1.0.1", "2.0.0",
	}
	for i, a := range order {
		for j, b := range order {
			if got := Compare(a, b); got != cmp.Compare(i, j) {
				t.Errorf("Compare(%s, %s) = %d", a, b, got)
			}
		}
	}
	for _, row := range [][2]string{{"1.0.0", "1.0"}, {"v1.2.3", "1.2.3"}, {"1.2.3+build", "1.2.3"},
		{"1.3.0~dev", "1.3.0-dev"}} {
		if got := Compare(row[0], row[1]); got != 0 {
			t.Errorf("Compare(%s, %s) = %d", row[0], row[1], got)
		}
	}
}

func TestOptionalFields(t *testing.T) {
	with := func(fields string) string { return strings.Replace(good, `{"version"`, `{`+fields+`,"version"`, 1) }
	m, err := parse([]byte(with(`"channel":"beta","notes":"New: rain.\nMended: snow.","share":25,"minimum":"1.0.0"`)))
	if err != nil || m.Channel != "beta" || m.Share != 25 || m.Minimum != "1.0.0" || !strings.HasPrefix(m.Notes, "New") {
		t.Errorf("%+v, %v", m, err)
	}
	for fields, want := range map[string]string{
		`"channel":"nightly"`: "channel", `"share":101`: "share", `"share":-1`: "share", `"minimum":"a b"`: "minimum",
		`"notes":"` + strings.Repeat("x", maxNotes+1) + `"`: "notes", `"notes":"\u001b[2J"`: "notes",
	} {
		_, err := parse([]byte(with(fields)))
		must.Fail(t, err, want, fields)
	}
}

// TestSourceFor: the channel of the administrator's file wins over that of a request.
func TestSourceFor(t *testing.T) {
	for _, row := range []struct{ own, asked, want string }{
		{"", "", "stable"}, {"", "beta", "beta"}, {"stable", "beta", "stable"}, {"beta", "", "beta"},
	} {
		must.Equal(t, (Source{Channel: row.own}).For(Request{Channel: row.asked}).Channel, row.want, row)
	}
}
