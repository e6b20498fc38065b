package firmware

import (
	"context"
	"path/filepath"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/store"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/update"
)

// otherSettings takes, after a way back to the version before, the settings that are not in
// force: those of the version that was left, or those from before the update again. It is
// one change, as the restore of a backup is, and the device starts anew with it.
func (b *backups) otherSettings(ctx context.Context) error {
	takes, leaves := update.SettingsLeft, update.SettingsBefore
	if update.ChosenSettings(b.data.dir) == "left" {
		takes, leaves = leaves, takes
	}
	text, err := optional(filepath.Join(b.data.dir, takes))
	if err != nil {
		return err
	}
	if text == nil {
		return update.ErrChoice
	}
	var r device.Restored
	if r.Settings, err = store.DecodeSettings(text); err != nil {
		return err
	}
	next, now, err := b.device.Restored(ctx, r)
	if err != nil {
		return err
	}
	changes, err := store.Changes(now, next)
	if err != nil {
		return err
	}
	was, err := store.EncodeSettings(now.Settings)
	if err != nil {
		return err
	}
	return b.trial.restore(nil, append(changes, durable.Change{Name: takes, Old: text}, durable.Change{Name: leaves, New: was}))
}
