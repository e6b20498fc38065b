// SPDX-License-Identifier: Apache-2.0

package boot

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/forget"
	"github.com/ledpost/ledpost/update"
)

// ResetFile is the file on the boot partition that asks for a factory reset. Its content does
// not matter.
const ResetFile = "ledpost-reset.txt"

// resetMark is the file on the lasting partition while a reset is not complete.
const resetMark = "reset"

// keptOnCard is what survives on the boot partition: what the boot loader and the kernel
// need, and gokrazy's programs put there (deploy/image). All else was put there by people, by
// the Imager, or by their systems.
var keptOnCard = map[string]forget.Rule{
	"*.bin": nil, "*.dat": nil, "*.elf": nil, "*.upd": nil, "*.sig": nil, "*.dtb": nil, "overlays/*": nil,
	"boot.scr": nil, "vmlinuz": nil, "config.txt": nil, cmdline: nil, "autoboot.txt": nil, "tryboot.txt": nil,
	"licen[cs]e.*": nil,
}

// keptLasting is what survives on the lasting partition, where ledpost has the folder named
// own: the kernel's own folder, chance, who the device is, and of updates the version and the
// counter.
func keptLasting(own string) map[string]forget.Rule {
	keep := map[string]forget.Rule{resetMark: nil, "lost+found": nil, "random.seed": nil}
	forget.Below(keep, own, forget.With(forget.Data, forget.Request))
	keep[strings.TrimPrefix(update.StateDir, "/")+"/"+update.StateFile] = update.Stays // /var is there, too
	return keep
}

// Reset makes the device one that nobody has used, if the boot partition or ledpost asks for it:
// no file of the card holds a word of its owner any more, and no way back to a version before
// is left. Its serial number and the ids of notifications stay. data is ledpost's folder. The
// file that asks is deleted first, so that a card that cannot be written is not erased at each
// start. What a power cut interrupts goes on at the next one. To be called by root, before
// anything reads the settings; when it reports that it has reset something, other programs may
// have read them, and the machine is to start again.
func Reset(data string) (done bool, err error) {
	return resetter{mounted: within, perm: lasting, data: data, pending: forget.Pending}.reset()
}

// Asked reports whether ledpost has asked for a reset.
func Asked(data string) bool { return there(filepath.Join(data, forget.Request)) }

// A resetter resets a device.
type resetter struct {
	// mounted shows the boot partition.
	mounted func(flags uintptr, f func(dir string) error) error

	perm    string                  // the lasting partition
	data    string                  // ledpost's folder there
	pending string                  // see [forget.Pending]
	cut     func(what string) error // see [forget.Tree]
}

func (r resetter) reset() (done bool, err error) {
	if begun, err := r.begin(); !begun || err != nil {
		return false, err
	}
	err = errors.Join(
		forget.Tree{Dir: r.perm, Keep: keptLasting(filepath.Base(r.data)), Cut: r.cut}.Forget(),
		r.mounted(0, func(dir string) error {
			return forget.Tree{Dir: dir, Keep: keptOnCard, Fold: true, Cut: r.cut}.Forget()
		}),
	)
	if err == nil {
		return true, errors.Join(remove(r.data, forget.Request), remove(r.perm, resetMark))
	}
	why := strings.ReplaceAll(err.Error(), "\n", "; ")
	_ = os.WriteFile(r.pending, []byte(why+"\n"), 0o644) // ledpost's health says it
	return false, fmt.Errorf("factory reset: the next start continues: %w", err)
}

// begin reports whether there is a reset to do, or to go on with, and marks it.
func (r resetter) begin() (bool, error) {
	mark := filepath.Join(r.perm, resetMark)
	if there(mark) {
		return true, nil
	}
	asked := Asked(r.data)
	err := r.mounted(unix.MS_RDONLY, func(dir string) error {
		asked = asked || there(filepath.Join(dir, ResetFile))
		return nil
	})
	if err != nil {
		return false, err
	}
	if !asked {
		return false, nil
	}
	if err := durable.WriteFile(mark, nil); err != nil {
		return false, fmt.Errorf("factory reset: nothing is reset: %w", err)
	}
	if err := r.mounted(0, func(dir string) error { return remove(dir, ResetFile) }); err != nil {
		err = errors.Join(err, remove(r.perm, resetMark), remove(r.data, forget.Request))
		return false, fmt.Errorf("factory reset: nothing is reset: %w", err)
	}
	return true, nil
}

func there(path string) bool { _, err := os.Lstat(path); return err == nil }

// remove removes a file of dir, if it is there.
func remove(dir, name string) error {
	if err := os.Remove(filepath.Join(dir, name)); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	return durable.Dir(dir).Sync(".")
}
