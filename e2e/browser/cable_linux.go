// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"

	"github.com/ledpost/ledpost/internal/netns"
)

// Cable joins this host, where devices run, to a second one, where browsers run: a veth
// pair, one end of which is in its own network namespace. A browser there sees the
// device as over a LAN: at an address that is not loopback, so without what browsers
// keep for secure contexts.
type Cable struct {
	Address string    // of this end
	Far     string    // of the other
	host    string    // the file of the other end's namespace
	stays   io.Closer // keeps the second host until it is closed, or forgotten
}

// TheCable is made once for all tests of this process. The second host lasts as long as
// the process: its only program reads from a pipe that closes with it, and the veth pair
// goes with its namespace.
var TheCable = sync.OnceValues(func() (Cable, error) {
	pid := os.Getpid()
	cat := exec.Command("cat")
	cat.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
	stays, err := cat.StdinPipe()
	if err != nil {
		return Cable{}, err
	}
	if err := cat.Start(); err != nil {
		return Cable{}, err
	}
	// Networks of four addresses, so that several runs on one machine have their own.
	at, name := pid%(1<<14)*4, fmt.Sprintf("lpc%d", pid)
	end := func(n int) string { return fmt.Sprintf("10.77.%d.%d", (at+n)>>8, (at+n)&255) }
	c := Cable{end(1), end(2), fmt.Sprintf("/proc/%d/ns/net", cat.Process.Pid), stays}
	there := "nsenter --net=" + c.host
	for _, line := range []string{
		fmt.Sprintf("ip link add %s type veth peer name c0 netns %d", name, cat.Process.Pid),
		// Without IPv6, whose address comes a second later: a browser takes that for another
		// network, and gives up what it is loading.
		"ip link set " + name + " addrgenmode none",
		there + " ip link set c0 addrgenmode none",
		"ip addr add " + end(1) + "/30 dev " + name,
		"ip link set " + name + " up",
		there + " ip addr add " + end(2) + "/30 dev c0",
		there + " ip link set c0 up",
		there + " ip link set lo up",
	} {
		args := strings.Fields(line)
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			cat.Process.Kill()
			cat.Wait()
			return Cable{}, fmt.Errorf("%s: %w %s", line, err, out)
		}
	}
	return c, nil
})

// Do runs f on the second host: what it opens there may be used elsewhere.
func (c Cable) Do(f func() error) error { return netns.In(c.host, f) }

// Enter makes cmd run on the second host, and end with this process.
func (c Cable) Enter(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	path, err := exec.LookPath("nsenter")
	if err != nil {
		cmd.Err = err
		return
	}
	cmd.Args = append([]string{path, "--net=" + c.host, cmd.Path}, cmd.Args[1:]...)
	cmd.Path = path
}
