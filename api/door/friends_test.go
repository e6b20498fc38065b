package door

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFriendsFile: a file that is lost or wrong costs the memory and nothing
// else, and there is a limit.
func TestFriendsFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "addresses.json")
	p := func(i int) netip.Prefix { return netip.PrefixFrom(v4(i), 32) }
	many := `{"version":1,"addresses":["192.0.2.1/32"` + strings.Repeat(`,"192.0.2.1/32"`, maxFriends) + `]}`
	for _, content := range []string{
		"", "{", "null", `{"version":2,"addresses":["192.0.2.1/32"]}`, `{"version":1,"addresses":["192.0.2.1"]}`,
		`{"version":1,"addresses":["192.0.2.1/24"]}`, `{"version":1,"addresses":[""]}`, many, strings.Repeat(" ", maxFriendsFile) + `{"version":1,"addresses":["192.0.2.1/32"]}`,
	} {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		f := newFriends(file, silent)
		if len(f.known) != 0 {
			t.Errorf("%.60q: %v", content, f.known)
		}
		f.add(p(1), false)
		if err := f.keep(); err != nil {
			t.Fatal(err)
		}
		if f = newFriends(file, silent); !f.has(p(1)) {
			t.Errorf("after %.60q nothing is remembered", content)
		}
	}
	f := newFriends(file, silent)
	for i := 2; i <= maxFriends; i++ {
		f.add(p(i), false)
	}
	f.add(p(1), false) // so that the second is the one that was silent for the longest time
	f.add(p(1000), false)
	if f.has(p(2)) || !f.has(p(1)) || !f.has(p(3)) || !f.has(p(1000)) || len(f.known) != maxFriends {
		t.Errorf("%v", f.known)
	}
	if err := f.keep(); err != nil {
		t.Fatal(err)
	}
	if f = newFriends(file, silent); len(f.known) != maxFriends {
		t.Errorf("%d are remembered", len(f.known))
	}
	f.add(p(2000), true)
	for i := range 2 * maxFriends {
		f.add(p(3000+i), false)
	}
	if err := f.keep(); err != nil {
		t.Fatal(err)
	}
	if again := newFriends(file, silent); !again.has(p(2000)) || !again.owner(p(2000)) || again.owner(p(3000+maxFriends)) || len(again.known) != maxFriends {
		t.Errorf("addresses of guests displace the owner's: %v", again.known)
	}
	long := keptFriends{Version: 1}
	for i := range maxFriends {
		long.Addresses = append(long.Addresses, netip.MustParsePrefix(fmt.Sprintf("2001:db8:1234:5678:9abc:def0:1234:%x/128", 0xf000+i)))
	}
	long.Owners = long.Addresses
	if text, err := json.Marshal(long); err != nil || len(text) > maxFriendsFile {
		t.Errorf("a full file of %d bytes: %v", len(text), err)
	}
}

// TestFriendsOnAFullDisk: what could not be written is written later.
func TestFriendsOnAFullDisk(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f := newFriends(FriendsFile(dir), silent)
	f.add(netip.PrefixFrom(v4(1), 32), false)
	if err := f.keep(); err == nil {
		t.Error("it was written nowhere")
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if err := f.keep(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(FriendsFile(dir)); err != nil {
		t.Error(err)
	}
}
