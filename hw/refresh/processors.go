// SPDX-License-Identifier: Apache-2.0

package refresh

import (
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// Processors returns how many processors the machine has. It is not [runtime.NumCPU],
// which counts the processors that the kernel may put this process on: isolcpus takes
// the ones it keeps free out of that.
func Processors() int {
	if online := processors(os.DirFS("/"), "online"); len(online) > 0 {
		return len(online)
	}
	return runtime.NumCPU()
}

// own returns the processor that is kept for the refresher: the last one that
// isolcpus frees of others, else the last of a board with four, which has one to
// spare. root is the file system's.
func own(root fs.FS) (processor int, ok bool) {
	online, isolated := processors(root, "online"), processors(root, "isolated")
	for _, p := range slices.Backward(isolated) {
		if slices.Contains(online, p) {
			return p, true
		}
	}
	if len(online) >= 4 {
		return online[len(online)-1], true
	}
	return 0, false
}

// maxProcessors is the most that Linux is built for (CONFIG_NR_CPUS, x86).
const maxProcessors = 8192

// processors reads a list such as "0-2,5" from the directory of processors, in
// rising order; nil where there is none.
func processors(root fs.FS, name string) (list []int) {
	text, err := fs.ReadFile(root, "sys/devices/system/cpu/"+name)
	if err != nil {
		return nil
	}
	for item := range strings.SplitSeq(strings.TrimSpace(string(text)), ",") {
		first, last, isRange := strings.Cut(item, "-")
		if !isRange {
			last = first
		}
		from, err := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		if err != nil || err2 != nil || from < 0 || to >= maxProcessors {
			return nil
		}
		for p := from; p <= to; p++ {
			list = append(list, p)
		}
	}
	return list
}
