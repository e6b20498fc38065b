// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/internal/must"
)

// A pi is a machine of testdata/pis.txt.
type pi struct {
	name, panel string
	m           Machine
	want        []string // lines that are not ok
	says        []string // parts of what is told of a thing
	silent      []string // things of which nothing is told
}

// pis reads the machines.
func pis(t *testing.T) (all []*pi) {
	var p *pi
	for n, line := range strings.Split(string(must.Get(os.ReadFile("testdata/pis.txt"))(t)), "\n") {
		word, rest, _ := strings.Cut(line, " ")
		if word == "=" {
			p = &pi{name: rest}
			all = append(all, p)
			continue
		}
		if word == "" || strings.HasPrefix(word, "#") {
			continue
		}
		if err := p.take(word, rest); err != nil {
			t.Fatalf("testdata/pis.txt:%d: %v", n+1, err)
		}
	}
	return all
}

// take reads a line of a machine.
func (p *pi) take(word, rest string) error {
	const config = "boot/firmware/config.txt"
	root, _ := p.m.Root.(fstest.MapFS)
	switch word {
	case "board":
		board := map[string]func() fstest.MapFS{"zero": zero, "three": three, "four": four, "five": five}[rest]
		p.m = well(board())
		p.m.Programs = func() []Program { return nil }
	case "panel":
		p.panel += rest + "\n"
	case "config.txt":
		p.m.change(config + " " + strings.TrimSpace(string(root[config].Data)) + "\n" + rest)
	case "file":
		p.m.change(rest)
	case "held":
		var l gpiomem.Line
		if _, err := fmt.Sscan(rest, &l.Pin, &l.Owner); err != nil {
			return err
		}
		p.m.Lines = held(l)
	case "built":
		day, err := time.Parse(time.DateOnly, rest)
		root[loader+"build-timestamp"] = &fstest.MapFile{Data: binary.BigEndian.AppendUint32(nil, uint32(day.Unix()))}
		return err
	case "opens", "closed":
		p.m.Open = func(path string) error {
			if word == "closed" && path == rest {
				return errors.New("invalid argument")
			}
			return nil
		}
	case "want":
		p.want = append(p.want, rest)
	case "silent":
		p.silent = append(p.silent, rest)
	case "tree":
		var pin uint32
		var device string
		if _, err := fmt.Sscan(rest, &pin, &device); err != nil {
			return err
		}
		tree(root, device, pin)
	case "says":
		p.says = append(p.says, rest)
	default:
		return fmt.Errorf("%s is no line of a Pi", word)
	}
	return nil
}

// TestMadeUpPis: the doctor says what is wrong, and how this machine is mended, and no more.
func TestMadeUpPis(t *testing.T) {
	all := pis(t)
	for _, p := range all {
		lines := Check(t.Context(), config(t, "[panel]\n"+p.panel), p.m)
		check(t, p.name, lines)
		var bad []Line
		for _, l := range lines {
			if l.Level != OK {
				bad = append(bad, l)
			}
		}
		must.Equal(t, brief(bad), strings.Join(p.want, "\n"), p.name)
		for _, l := range lines {
			if slices.Contains(p.silent, l.Area+" "+l.Name) {
				t.Errorf("%s: %s %s says %s", p.name, l.Area, l.Name, l.Text)
			}
		}
		for _, says := range p.says {
			told := func(l Line) bool {
				text, ok := strings.CutPrefix(says, l.Area+" "+l.Name+": ")
				return ok && strings.Contains(l.Text, text)
			}
			if !slices.ContainsFunc(lines, told) {
				t.Errorf("%s: nothing says %s", p.name, says)
			}
		}
	}
	if len(all) < 40 {
		t.Errorf("%d machines", len(all))
	}
}
