// SPDX-License-Identifier: Apache-2.0

package network

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/internal/pause"
	"github.com/ledpost/ledpost/internal/tty"
)

// look prints what the restore would replace. A person at a terminal is asked whether to go on.
func (c *restoreCmd) look(ctx context.Context, std command.Streams, path string, data raw) error {
	answer, err := c.call(ctx, http.MethodPost, strings.Replace(path, "/live/backup", "/live/backup/preview", 1), data)
	if err != nil {
		return err
	}
	var p live.BackupPreview
	if err := json.Unmarshal(answer, &p); err != nil {
		return fmt.Errorf("the device's preview cannot be read: %w", err)
	}
	for _, line := range changesOf(p) {
		if _, err := fmt.Fprintln(std.Out, line); err != nil {
			return err
		}
	}
	if in, is := std.In.(*os.File); c.preview || !is || !tty.IsTerminal(in) {
		return nil
	}
	fmt.Fprint(std.Out, "Restore it? [y/N] ")
	line, _ := bufio.NewReader(io.LimitReader(std.In, maxPassphrase)).ReadString('\n')
	if line = strings.ToLower(strings.TrimSpace(line)); line != "y" && line != "yes" {
		return errors.New("nothing was restored")
	}
	return nil
}

// changesOf says what a restore replaces, a line each.
func changesOf(p live.BackupPreview) (lines []string) {
	say := func(what, format string, values ...any) {
		lines = append(lines, fmt.Sprintf("%-14s"+format, append([]any{what}, values...)...))
	}
	say("backup", "of %s, by version %s", p.Made.Format(time.DateTime), printable(p.Version))
	var own live.Files
	if p.Scripts != nil {
		own = *p.Scripts
	}
	if p.Name.Now != p.Name.Next {
		say("name", "%s becomes %s", printable(p.Name.Now), printable(p.Name.Next))
	}
	if now, next := titles(p.Apps.Now), titles(p.Apps.Next); now != next {
		say("apps", "%s become %s", now, next)
	}
	for _, row := range []struct {
		what, become string
		names        []string
	}{
		{"settings", "differ", p.Settings}, {"configuration", "differ", p.Config},
		{"icons", "replaced", p.Icons.Replaced}, {"icons", "added", p.Icons.Added},
		{"own apps", "replaced", own.Replaced}, {"own apps", "added", own.Added},
	} {
		if len(row.names) > 0 {
			say(row.what, "%d %s (%s)", len(row.names), row.become, listed(row.names))
		}
	}
	for _, app := range slices.Sorted(maps.Keys(p.Hosts)) {
		if hosts := p.Hosts[app]; len(hosts) > 0 {
			say("program", "%s is new here and may ask %s", printable(app), listed(hosts))
		} else {
			say("program", "%s is new here and asks you before it asks a host", printable(app))
		}
	}
	if p.Keys != nil {
		say("keys", "%d (%s) become %d (%s)", len(p.Keys.Now), listed(p.Keys.Now), len(p.Keys.Next), listed(p.Keys.Next))
	}
	if p.Own {
		say("key", "the device's own key becomes the backup's")
	}
	if p.Identity {
		say("identity", "serial number and ids become the backup's")
	}
	return lines
}

// titles counts apps and names them.
func titles(apps []live.BackupApp) string {
	var all []string
	for _, a := range apps {
		all = append(all, cmp.Or(a.Title, a.Package[strings.LastIndex(a.Package, ".")+1:]))
	}
	if apps == nil {
		return "the list of a new device"
	}
	return fmt.Sprintf("%d (%s)", len(all), listed(all))
}

// listed joins names, for a terminal; of many only the first.
func listed(names []string) string {
	const most = 12
	var all []string
	for _, name := range names[:min(len(names), most)] {
		all = append(all, printable(name))
	}
	if len(names) > most {
		all = append(all, "…")
	}
	return cmp.Or(strings.Join(all, ", "), "none")
}

// Of a restore on trial, which the device takes back after 60 s: how long it is asked to keep
// it, and how often.
const (
	keepWithin = 75 * time.Second
	keepEvery  = 500 * time.Millisecond
)

// stays confirms the restore once the device answers again, which shows that its owner can
// reach it. One that takes none of the keys goes back by itself.
func (c *restoreCmd) stays(ctx context.Context) error {
	c.limit, c.header = callTime, nil
	var err error
	for end := time.Now().Add(keepWithin); time.Now().Before(end); {
		var answer []byte
		if answer, err = c.call(ctx, http.MethodPost, "/live/config/confirm", nil); err == nil {
			err = c.done(answer, nil)
		}
		if err == nil {
			return nil
		}
		if strings.Contains(err.Error(), "answers 401") {
			return fmt.Errorf("the device has the backup's keys now and takes none of yours: it goes back within 60 s, "+
				"unless you keep it by 'ledpost restore --confirm --key KEY' with one of them: %s", messages(answer))
		}
		if !pause.For(ctx, keepEvery) {
			return ctx.Err()
		}
	}
	return fmt.Errorf("the device does not answer after the restore and goes back to its state before: %w", err)
}
