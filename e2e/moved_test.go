// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// TestRestoreOfAnothersBackup: somebody restores the backup of a device that had another owner,
// by the commands. With its keys, that owner and whoever he has let in get into the new device,
// beside the key that has sent the file; nobody else who had one does, nor whom he has shut out.
// Without keys nobody gets in who could not before, and the file tells no secret.
func TestRestoreOfAnothersBackup(t *testing.T) {
	const token, phrase = "9f86d081884c7d65", "correct horse battery"
	theirs := rig.Launch(t, nil)
	theirKeys := made(t, theirs, "their-all", "their-send", "their-thief")
	theirs.Call("DELETE", "/live/keys/their-thief", "", nil)
	theirs.Ask("POST", "/live/apps", `{"package":"com.ledpost.tronbyt","settings":{"url":"http://server/`+token+`","key":"`+token+`"}}`)
	theirs.Call("PUT", "/api/v2/device/audio", `{"volume":13}`, nil)
	sealed, plain := filepath.Join(t.TempDir(), "sealed"), filepath.Join(t.TempDir(), "plain.zip")
	takes(t, theirs, phrase, "backup", "--keys", "--passphrase", "-", sealed)
	takes(t, theirs, "", "backup", plain)
	if strings.Contains(unpacked(t, must.Get(os.ReadFile(plain))(t)), token) {
		t.Error("a backup without a passphrase has a token")
	}
	for _, row := range []struct {
		why    string
		args   []string
		theirs bool // their keys are in force
		ours   bool // ours are, besides the one that has sent the file
		phrase string
	}{
		{"with the keys", []string{"--keys", "--passphrase", "-", sealed}, true, false, phrase},
		{"with a passphrase, but without asking for the keys", []string{"--passphrase", "-", sealed}, false, true, phrase},
		{"without any", []string{plain}, false, true, ""},
	} {
		t.Run(row.why, func(t *testing.T) {
			data, port := t.TempDir(), ":"+rig.FreePort(t)
			r := rig.LaunchIn(t, data, nil, "--http", port)
			ourKeys := made(t, r, "our-all", "our-send")
			sender := r.Key
			takes(t, r, row.phrase, append([]string{"restore"}, row.args...)...)
			eventually.True(t, "it is kept", func() bool { return gets(t, r, sender) == http.StatusOK && !r.Trial().Trial })
			check := func(r *rig.Device) {
				for who, wants := range map[string]struct {
					key string
					in  bool
				}{
					"the key that has sent it": {sender, true},
					"their owner":              {theirs.Key, row.theirs}, "one of them": {theirKeys["their-all"], row.theirs},
					"a guest of theirs": {theirKeys["their-send"], row.theirs}, "whom they have shut out": {theirKeys["their-thief"], false},
					"one of ours": {ourKeys["our-all"], row.ours}, "a guest of ours": {ourKeys["our-send"], row.ours},
					"nobody": {"", false},
				} {
					if status := r.AskAs(wants.key); (status == http.StatusOK) != wants.in {
						t.Errorf("%s: %d, should get in: %v", who, status, wants.in)
					}
				}
				if status, _ := asks(t, r, theirKeys["their-send"], "GET", "/live/config"); status == http.StatusOK {
					t.Error("a guest of theirs is more than that")
				}
				if status, answer := asks(t, r, "", "POST", "/live/claim"); status != http.StatusForbidden {
					t.Errorf("anybody can claim it: %d %s", status, answer)
				}
			}
			check(r)
			r.Stop()
			again := rig.LaunchIn(t, data, nil, "--http", port)
			again.Key = sender
			check(again)
		})
	}
}

// made makes a key for each name, which ends with its scope, "thief" with that of control.
func made(t *testing.T, r *rig.Device, names ...string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range names {
		_, scope, _ := strings.Cut(name, "-")
		if scope == "thief" {
			scope = "control"
		}
		var key struct{ Key string }
		_, answer := r.Ask("POST", "/live/keys", `{"name":"`+name+`","scope":"`+scope+`"}`)
		if json.Unmarshal(answer, &key) != nil || key.Key == "" {
			t.Fatalf("no key: %s", answer)
		}
		all[name] = key.Key
	}
	return all
}

// takes runs a command on a device, as its owner.
func takes(t *testing.T, r *rig.Device, in string, args ...string) {
	t.Helper()
	args = append([]string{args[0], "--to", r.URL, "--key", r.Key}, args[1:]...)
	if out, errs, code := rig.Command(t, in+"\n", args...); code != 0 {
		t.Fatalf("%v: %d %s%s", args, code, out, errs)
	}
}

// asks sends a request with a key; "" = without one.
func asks(t *testing.T, r *rig.Device, key, method, path string) (status int, answer string) {
	t.Helper()
	req := must.Get(http.NewRequest(method, r.URL+path, strings.NewReader("{}")))(t)
	req.Header.Set("Content-Type", "application/json")
	if key != "" {
		req.SetBasicAuth("dev", key)
	}
	resp := must.Get(http.DefaultClient.Do(req))(t)
	defer resp.Body.Close()
	return resp.StatusCode, string(must.Get(io.ReadAll(resp.Body))(t))
}

// gets is [rig.Device.AskAs] of a device with their volume; 0 = it has another one, or restarts.
func gets(t *testing.T, r *rig.Device, key string) int {
	t.Helper()
	req := must.Get(http.NewRequest("GET", r.URL+"/api/v2/device/audio", nil))(t)
	req.SetBasicAuth("dev", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	if body, _ := io.ReadAll(resp.Body); !strings.Contains(string(body), `"volume":13`) {
		return 0
	}
	return resp.StatusCode
}

// unpacked returns the texts of an archive, one after the other.
func unpacked(t *testing.T, file []byte) string {
	t.Helper()
	var all strings.Builder
	for _, f := range must.Get(zip.NewReader(bytes.NewReader(file), int64(len(file))))(t).File {
		part := must.Get(f.Open())(t)
		all.Write(must.Get(io.ReadAll(part))(t))
		part.Close()
	}
	return all.String()
}

// TestRestoreThatNobodyKeeps: the keys of another owner, in a backup whose sender does not come
// back, are out again after a power cut, and those from before are in force.
func TestRestoreThatNobodyKeeps(t *testing.T) {
	const phrase = "correct horse battery"
	theirs := rig.Launch(t, nil)
	theirs.Call("PUT", "/api/v2/device/audio", `{"volume":13}`, nil)
	sealed := filepath.Join(t.TempDir(), "sealed")
	takes(t, theirs, phrase, "backup", "--keys", "--passphrase", "-", sealed)
	data, port := t.TempDir(), ":"+rig.FreePort(t)
	r := rig.LaunchIn(t, data, nil, "--http", port)
	ours := made(t, r, "our-all")["our-all"]
	req := must.Get(http.NewRequest("POST", r.URL+"/live/backup?keys=true", must.Get(os.Open(sealed))(t)))(t)
	req.SetBasicAuth("dev", r.Key)
	req.Header.Set("Content-Type", "application/octet-stream")
	req.Header.Set("X-Passphrase", url.PathEscape(phrase))
	if resp := must.Get(http.DefaultClient.Do(req))(t); resp.StatusCode != http.StatusOK {
		t.Fatal(resp.Status)
	}
	eventually.True(t, "their keys are on trial",
		func() bool { return gets(t, r, theirs.Key) == http.StatusOK })
	r.Kill()
	r = rig.LaunchIn(t, data, nil, "--http", port)
	if theirs, own := r.AskAs(theirs.Key), r.AskAs(ours); theirs != http.StatusUnauthorized || own != http.StatusOK {
		t.Errorf("their owner gets %d, one of ours %d", theirs, own)
	}
}
