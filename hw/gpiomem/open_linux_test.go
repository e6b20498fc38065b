// SPDX-License-Identifier: Apache-2.0

package gpiomem

import (
	"io/fs"
	"strings"
	"testing"
)

func TestExplainSaysWhatToDo(t *testing.T) {
	err := explain(&fs.PathError{Op: "open", Path: "/dev/mem", Err: fs.ErrPermission})
	if !strings.Contains(err.Error(), "CAP_SYS_RAWIO") {
		t.Errorf("refused /dev/mem: %v", err)
	}
	err = explain(&fs.PathError{Op: "open", Path: "/dev/gpiomem", Err: fs.ErrNotExist})
	if !strings.Contains(err.Error(), "Raspberry Pi OS") {
		t.Errorf("no /dev/gpiomem: %v", err)
	}
}
