// SPDX-License-Identifier: Apache-2.0

package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/sounds"
)

// panelHead is the line that begins the table panel, or one below it.
var panelHead = regexp.MustCompile(`^\s*\[{1,2}\s*panel\s*[].]`)

// pageMark begins the line in which the page's set-up keeps its choices, as JSON
// (api/web/configtext.js). It is the last.
const pageMark = "# page: "

// errPanelForm is returned for a configuration whose [panel] cannot be replaced.
var errPanelForm = errors.New("config: [panel] is not written as a table")

// WithPanel returns what clients have written with another [panel] table. The other lines
// stay as they are, with their comments.
func WithPanel(own []byte, panel map[string]any) ([]byte, error) {
	keys, err := toml.Marshal(panel)
	if err != nil {
		return nil, err
	}
	table := "[panel]\n" + string(keys)
	text, choice := unmark(string(own))
	var out strings.Builder
	inside, placed := false, false
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "[") {
			inside = panelHead.MatchString(line)
		}
		if inside && !placed {
			out.WriteString(table)
			placed = true
		}
		if !inside || trimmed == "" || trimmed[0] == '#' {
			out.WriteString(line)
		}
	}
	if !placed {
		out.WriteString("\n")
		out.WriteString(table)
	}
	out.WriteString(remark(choice, panel))
	next := []byte(out.String())
	return next, onlyPanel(own, next)
}

// unmark takes the page's line from a text; choice is nil if there is none.
func unmark(text string) (rest string, choice map[string]any) {
	at := strings.LastIndex(text, "\n"+pageMark)
	if at < 0 || json.Unmarshal([]byte(text[at+1+len(pageMark):]), &choice) != nil {
		return text, nil
	}
	return text[:at+1], choice
}

// remark returns the page's line for another panel.
func remark(choice map[string]any, panel map[string]any) string {
	if choice == nil {
		return ""
	}
	choice["panel"] = panel
	line, err := json.Marshal(choice)
	if err != nil {
		return "" // a value that was read can be written
	}
	return "\n" + pageMark + string(line) + "\n"
}

// onlyPanel returns an error if next differs from own in more than the panel, as where a
// value that goes over several lines looks like the head of a table.
func onlyPanel(own, next []byte) error {
	before, err := readTree(own)
	if err != nil {
		return err
	}
	after, err := readTree(next)
	if err != nil {
		return errPanelForm
	}
	before, after = maps.Clone(before), maps.Clone(after)
	delete(before, "panel")
	delete(after, "panel")
	if len(before)+len(after) > 0 && !reflect.DeepEqual(before, after) {
		return errPanelForm
	}
	return nil
}

// ChangedPanel returns what clients have written with other keys of its [panel]; nil
// takes a key away. name names a map in the data directory, empty for none.
func ChangedPanel(own []byte, keys map[string]any, name string) ([]byte, error) {
	panel, err := changed(own, keys, name)
	if err != nil {
		return nil, err
	}
	return WithPanel(own, panel)
}

// PanelTable returns the [panel] that ChangedPanel writes, to be shared.
func PanelTable(own []byte, keys map[string]any, name string) ([]byte, error) {
	panel, err := changed(own, keys, name)
	if err != nil {
		return nil, err
	}
	return toml.Marshal(tree{"panel": panel})
}

// changed is the table panel of own with other keys. Where own names no driver, it is
// hub75.
func changed(own []byte, keys map[string]any, name string) (tree, error) {
	all, err := readTree(own)
	if err != nil {
		return nil, err
	}
	panel := tree{"driver": "hub75"}
	if now, ok := all["panel"].(tree); ok {
		maps.Copy(panel, now)
	}
	for key, v := range keys {
		if panel[key] = v; v == nil {
			delete(panel, key)
		}
	}
	if name != "" {
		panel["map"] = name
	}
	return panel, nil
}

// bareMap is the name of a map in the data directory. Nothing else there has such a name.
var bareMap = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,60}\.map$`)

// located returns ours with the names of maps in the data directory as paths.
func (l Layers) located(ours tree) tree {
	panel, ok := ours["panel"].(tree)
	if !ok || l.Data == "" {
		return ours
	}
	out := maps.Clone(ours)
	out["panel"] = l.locatedIn(panel)
	return out
}

// locatedIn is located for a table of a panel, or of a part of one.
func (l Layers) locatedIn(panel tree) tree {
	out := tree{}
	for key, v := range panel {
		switch v := v.(type) {
		case tree:
			out[key] = l.locatedIn(v)
			continue
		case []tree:
			var parts []tree
			for _, part := range v {
				parts = append(parts, l.locatedIn(part))
			}
			out[key] = parts
			continue
		case string:
			if strings.EqualFold(key, "map") && bareMap.MatchString(v) {
				out[key] = filepath.Join(l.Data, v)
				continue
			}
		}
		out[key] = v
	}
	return out
}

// Hardware returns the tables of a configuration that are about panel, sensors and
// buttons, the line of a buzzer, and nothing else: they have no secrets. The key map is left
// out, whose file stays on its machine. Only the syntax is checked.
func Hardware(text []byte) ([]byte, error) {
	if len(text) > maxBytes {
		return nil, fmt.Errorf("config: more than %d bytes", maxBytes)
	}
	all, err := readTree(text)
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	kept := tree{}
	for _, name := range []string{"panel", "light", "sense", "input", "presence"} {
		if t, ok := all[name].(tree); ok {
			kept[name] = withoutFiles(t)
		}
	}
	if audio, _ := all["audio"].(tree); audio["output"] == "buzzer" {
		line, _ := audio["line"].(string)
		kept["audio"] = tree{"output": "buzzer", "line": line}
	}
	out, err := toml.Marshal(kept)
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	return out, nil
}

// withoutFiles returns a table without the keys that name files, also in the
// tables in it.
func withoutFiles(t tree) tree {
	out := tree{}
	for key, v := range t {
		switch v := v.(type) {
		case tree:
			out[key] = withoutFiles(v)
		case []tree:
			var parts []tree
			for _, part := range v {
				parts = append(parts, withoutFiles(part))
			}
			out[key] = parts
		default:
			if key != "map" {
				out[key] = v
			}
		}
	}
	return out
}

// headerLines are the lines of the 40-pin header, for a buzzer.
type headerLines struct{}

// OpenLine implements sounds.Lines.
func (headerLines) OpenLine(name string) (sounds.Switch, error) {
	o, err := hw.OpenOutput(name)
	if err != nil {
		return nil, err // rather than an interface that holds nil
	}
	return o, nil
}
