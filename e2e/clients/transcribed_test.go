// SPDX-License-Identifier: Apache-2.0

package clients

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
)

// TestTranscribedClients makes the requests of clients that cannot be installed
// where tests run, and wants of each answer what the client would miss. Both are
// written down from the client's source in testdata/clients, a file a client:
//
//	header NAME: VALUE                   of all requests that follow
//	METHOD PATH-OR-ADDRESS [BODY]        answered with 200
//		PATH:KIND PATH=ONE|ANOTHER …   of the answer to the request above
//		let NAME PATH                 $NAME is that value from now on
//
// A path leads through objects and arrays; "*" is each member, a last "key" the
// first name in an object. Kinds: s string, d a string of digits, i integer, b
// boolean, o object, a array, 4 an IPv4 address, t a time; with ? it may be null.
// {:id=X} puts X in the place of "{:id}", or "{/:id}", in the address before it.
func TestTranscribedClients(t *testing.T) {
	files, err := filepath.Glob("testdata/clients/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	r := rig.Launch(t, nil, rig.Configured(t, "[compat]\nindex_braces = true\n")...)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text := must.Get(os.ReadFile(file))(t)
			r.Call("DELETE", "/api/v2/device/notifications", "", nil)
			c := client{t: t, r: r, header: http.Header{}, vars: map[string]string{}}
			for i, line := range strings.Split(string(text), "\n") {
				c.at = fmt.Sprintf("%s:%d: %s", file, i+1, strings.TrimSpace(line))
				c.line(line)
			}
		})
	}
}

// client does what its file says.
type client struct {
	t      *testing.T
	r      *rig.Device
	at     string // the line that is done, for messages
	header http.Header
	vars   map[string]string
	answer any
}

func (c *client) line(line string) {
	c.t.Helper()
	switch words := strings.Fields(line); {
	case len(words) == 0 || words[0] == "#":
	case words[0] == "header":
		name, value, _ := strings.Cut(strings.TrimPrefix(line, "header "), ":")
		c.header.Set(name, strings.TrimSpace(value))
	case !strings.HasPrefix(line, "\t"):
		c.request(line)
	case words[0] == "let":
		for _, v := range reach(c.answer, words[2]) {
			c.vars[words[1]] = fmt.Sprint(v)
		}
		if c.vars[words[1]] == "" {
			c.t.Fatalf("%s: not in %v", c.at, c.answer)
		}
	default:
		for _, word := range words {
			c.wants(word)
		}
	}
}

var (
	variable    = regexp.MustCompile(`\$[a-z]+`)
	placeholder = regexp.MustCompile(`\{:([a-z_]+)=([^}]*)\}`)
)

// request sends one and keeps its answer.
func (c *client) request(line string) {
	c.t.Helper()
	line = variable.ReplaceAllStringFunc(line, func(name string) string { return c.vars[name[1:]] })
	method, rest, _ := strings.Cut(line, " ")
	target, body, _ := strings.Cut(rest, " ")
	for _, m := range placeholder.FindAllStringSubmatch(target, -1) {
		target = strings.NewReplacer(m[0], "", "{:"+m[1]+"}", m[2], "{/:"+m[1]+"}", "/"+m[2]).Replace(target)
	}
	if strings.HasPrefix(target, "/") {
		target = c.r.URL + target
	}
	req, err := http.NewRequestWithContext(c.t.Context(), method, target, strings.NewReader(body))
	if err != nil {
		c.t.Fatalf("%s: %v", c.at, err)
	}
	req.Header = c.header.Clone()
	req.SetBasicAuth("dev", c.r.Key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		c.t.Fatalf("%s: %v", c.at, err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		c.t.Fatalf("%s: %s %v %s", c.at, resp.Status, err, answer)
	}
	if kind := resp.Header.Get("Content-Type"); !strings.Contains(kind, "application/json") {
		c.t.Errorf("%s: it is %s", c.at, kind)
	}
	c.answer = nil
	d := json.NewDecoder(bytes.NewReader(answer))
	d.UseNumber()
	if err := d.Decode(&c.answer); err != nil {
		c.t.Fatalf("%s: %v in %s", c.at, err, answer)
	}
}

// wants checks of the answer what a word says.
func (c *client) wants(word string) {
	c.t.Helper()
	at := strings.IndexAny(word, ":=")
	found := reach(c.answer, word[:at])
	if len(found) == 0 {
		c.t.Errorf("%s: there is no %s in %v", c.at, word[:at], c.answer)
	}
	for _, v := range found {
		if word[at] == '=' {
			if !slices.Contains(strings.Split(word[at+1:], "|"), fmt.Sprint(v)) {
				c.t.Errorf("%s: %s is %v", c.at, word[:at], v)
			}
		} else if !isKind(v, word[at+1:]) {
			c.t.Errorf("%s: %s is %#v, want %s", c.at, word[:at], v, word[at+1:])
		}
	}
}

// reach returns what a path leads to. An object that is absent ends its branch
// only where a "*" has led to nothing.
func reach(v any, path string) []any {
	if path == "" {
		return []any{v}
	}
	name, rest, _ := strings.Cut(path, ".")
	if object, ok := v.(map[string]any); ok && !strings.HasPrefix(path, "*") {
		if name == "key" && rest == "" {
			for key := range object {
				return []any{key}
			}
		}
		for key := range object { // a package has dots in its name
			if inner, ok := strings.CutPrefix(path+".", key+"."); ok {
				return reach(object[key], strings.TrimSuffix(inner, "."))
			}
		}
		return nil
	}
	var found []any
	switch members := v.(type) {
	case map[string]any:
		for _, member := range members {
			found = append(found, reach(member, rest)...)
		}
	case []any:
		for i, member := range members {
			if name == "*" || name == strconv.Itoa(i) {
				found = append(found, reach(member, rest)...)
			}
		}
	}
	return found
}

func isKind(v any, kind string) bool {
	if strings.HasSuffix(kind, "?") && v == nil {
		return true
	}
	s, isString := v.(string)
	n, isNumber := v.(json.Number)
	switch strings.TrimSuffix(kind, "?") {
	case "s":
		return isString
	case "d":
		_, err := strconv.ParseUint(s, 10, 32)
		return err == nil
	case "i":
		_, err := strconv.Atoi(n.String())
		return isNumber && err == nil
	case "b":
		_, ok := v.(bool)
		return ok
	case "o":
		_, ok := v.(map[string]any)
		return ok
	case "a":
		_, ok := v.([]any)
		return ok
	case "4":
		ip, err := netip.ParseAddr(s)
		return err == nil && ip.Is4()
	case "t":
		_, err := time.Parse("2006-01-02T15:04:05", s)
		return err == nil
	}
	return false
}
