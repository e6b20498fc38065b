// SPDX-License-Identifier: Apache-2.0

package device

import (
	"cmp"
	"encoding/json"
	"strings"
	"testing"
)

// newTuner is a puppet with addresses in its settings.
func newTuner() *puppet {
	p := newPuppet("puppet")
	uri := Schema{Type: "string", Format: "uri", MaxLen: 200}
	p.about.Settings = Schema{Properties: []Property{
		{Name: "url", Schema: uri},
		{Name: "stations",
			Schema: Schema{Type: "array",
				Items: &Schema{
					Properties: []Property{{Name: "name", Schema: Schema{Type: "string"}}, {Name: "url", Schema: uri}}}}},
		{Name: "sound", Schema: Schema{Type: "string", MaxLen: 200}}, // a word, or an address
		{Name: "token", Schema: Schema{Type: "string", Secret: true}},
	}}
	return p
}

const (
	tuned = `{"sound":"https://host/TOKEN.mp3","stations":[{"name":"a","url":"http://u:PASS@one/s"},{"name":"b",` +
		`"url":"http://two/s?token=TOKEN"}],"token":"s3cret","url":"http://u:PASS@host/x?token=TOKEN"}`
	masked = `{"sound":"https://host/***","stations":[{"name":"a","url":"http://one/***"},{"name":"b",` +
		`"url":"http://two/***"}],"token":{"set":true},"url":"http://host/***"}`
)

// TestAddressesInSettings: their secrets are hidden from readers, and kept by who
// writes what was read.
func TestAddressesInSettings(t *testing.T) {
	for _, row := range []struct {
		why, written, want, fault string
		closed                    bool // whoever writes may not see the secret parts
	}{
		{"as it was read", masked, tuned, "", false},
		{"as it was read, by one who may not see it", masked, tuned, "", true},
		{"in another order", `{"stations":[{"name":"b","url":"http://two/***"},{"name":"a","url":"http://one/***"}]}`,
			`{"stations":[{"name":"b","url":"http://two/s?token=TOKEN"},{"name":"a","url":"http://u:PASS@one/s"}]}`, "", false},
		{"one more before them", `{"stations":[{"name":"c","url":"http://c"},{"name":"a","url":"http://one/***"}]}`,
			`{"stations":[{"name":"c","url":"http://c"},{"name":"a","url":"http://u:PASS@one/s"}]}`, "", false},
		{"another one", `{"url":"http://v:OTHER@host/x"}`, `{"url":"http://v:OTHER@host/x"}`, "", false},
		{"hidden, to another host", `{"url":"http://elsewhere/***"}`, tuned, "url: a part is hidden", false},
		{"hidden, and more", `{"url":"http://host/***/y"}`, tuned, "url: a part is hidden", false},
		{"hidden, but a number that none has", `{"url":"http://host/***2"}`, tuned, "url: a part is hidden", false},
		{"a secret beside another host",
			`{"url":"http://elsewhere/","token":{"set":true}}`, tuned, "token: is set for another address", false},
		{"a secret beside the same host",
			`{"url":"http://host/y","token":{"set":true}}`, `{"token":"s3cret","url":"http://host/y"}`, "", false},
		{"by one who may not see it",
			`{"url":"http://host/y","token":{"set":true}}`, tuned, "token: is set for another address", true},
		{"a hidden one in a text",
			`{"url":"http://host/***","sound":"http://host/***"}`, tuned, "sound: a part is hidden", false},
		{"a hidden one of a list", `{"url":"http://one/***"}`, tuned, "url: a part is hidden", false},
		{"a new secret beside another host",
			`{"url":"http://elsewhere/","token":"t"}`, `{"token":"t","url":"http://elsewhere/"}`, "", false},
	} {
		story(t, with(newTuner()), func(t *testing.T, r *rig) {
			set := func(settings string) ([]WidgetSettings, error) {
				l := r.list()
				l[1].Settings = json.RawMessage(settings)
				change := func([]WidgetSettings) ([]WidgetSettings, error) { return l, nil }
				return r.ChangeApps(background, !row.closed, change)
			}
			l, err := set(tuned)
			r.must(err)
			if got := string(l[1].Settings); got != masked {
				t.Fatalf("%s: told as %s", row.why, got)
			}
			_, err = set(row.written)
			if (err == nil) != (row.fault == "") || err != nil && !strings.Contains(err.Error(), row.fault) {
				t.Errorf("%s: %v, want %q", row.why, err, row.fault)
			}
			row.want = cmp.Or(row.want, tuned)
			whole := done(r.Backup(background, true))(r)
			if got := string(whole.Apps.Widgets[1].Settings); got != row.want {
				t.Errorf("%s: kept as %s, want %s", row.why, got, row.want)
			}
			open := done(r.OpenApps(background))(r)
			if got := string(open[1].Settings); strings.Contains(got, "***") || strings.Contains(got, "s3cret") {
				t.Errorf("%s: told to who may see it as %s", row.why, got)
			}
		})
	}
}

// TestSecretWithoutItsAddress: whoever may not see a secret takes its address away, and has the
// secret sent to none that comes afterwards.
func TestSecretWithoutItsAddress(t *testing.T) {
	story(t, with(newTuner()), func(t *testing.T, r *rig) {
		for i, settings := range []string{
			tuned, `{"url":"","token":{"set":true}}`, `{"url":"http://host/y","token":{"set":true}}`,
		} {
			l := r.list()
			l[1].Settings = json.RawMessage(settings)
			written := func([]WidgetSettings) ([]WidgetSettings, error) { return l, nil }
			_, err := r.ChangeApps(background, i == 0, written)
			if (err != nil) != (i == 2) {
				t.Errorf("%s: %v", settings, err)
			}
		}
	})
}

// TestAddressesOfOneHost: of several, whoever sorts the list or strikes one keeps the others.
func TestAddressesOfOneHost(t *testing.T) {
	const (
		list = `{"stations":[{"name":"a","url":"http://radio/A"},{"name":"b","url":"http://radio/B"},{"name":"again a",` +
			`"url":"http://radio/A"}]}`
		told = `{"stations":[{"name":"a","url":"http://radio/***"},{"name":"b","url":"http://radio/***2"},{"name":"again ` +
			`a","url":"http://radio/***"}]}`
		moved = `{"stations":[{"name":"b","url":"http://radio/***2"},{"name":"a","url":"http://radio/***"}]}`
		want  = `{"stations":[{"name":"b","url":"http://radio/B"},{"name":"a","url":"http://radio/A"}]}`
	)
	story(t, with(newTuner()), func(t *testing.T, r *rig) {
		if got := r.configure(list); got != told {
			t.Errorf("told as %s, want %s", got, told)
		}
		r.configure(moved)
		whole := done(r.Backup(background, true))(r)
		if got := string(whole.Apps.Widgets[1].Settings); got != want {
			t.Errorf("kept as %s, want %s", got, want)
		}
	})
}

// TestAddressesInABackup: without secrets it has none; the device that it is of gets
// them back, another one the address without them.
func TestAddressesInABackup(t *testing.T) {
	story(t, with(newTuner()), func(t *testing.T, r *rig) {
		r.configure(tuned)
		plain := done(r.Backup(background, false))(r)
		if got := string(plain.Apps.Widgets[1].Settings); got != masked {
			t.Errorf("in the backup: %s", got)
		}
		next, _, err := r.Restored(background, Restored{Settings: plain})
		r.must(err)
		if got := string(next.Settings.Apps.Widgets[1].Settings); got != tuned {
			t.Errorf("of the same device: %s", got)
		}
	})
	story(t, with(newTuner()), func(t *testing.T, r *rig) {
		r.configure(`{"url":"http://another"}`)
		plain := done(r.Backup(background, false))(r)
		plain.Apps.Widgets[1].Settings = json.RawMessage(masked)
		next, _, err := r.Restored(background, Restored{Settings: plain})
		r.must(err)
		const bare = `{"sound":"https://host","stations":[{"name":"a","url":"http://one"},{"name":"b","url":"http://two"}],` +
			`"url":"http://host"}`
		if got := string(next.Settings.Apps.Widgets[1].Settings); got != bare {
			t.Errorf("of another device: %s", got)
		}
	})
}
