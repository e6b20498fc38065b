// SPDX-License-Identifier: Apache-2.0

//go:build linux

// Command guest is the first program of an emulated Zero W. It starts the device and the program that draws in a
// control group, from a disk, has apps of a catalogue installed, lets them take turns, and says how much memory the
// group takes.
package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/e2e/market"
	"github.com/ledpost/ledpost/internal/proc"
	"github.com/ledpost/ledpost/internal/qemu/guest"
)

const (
	apps   = 20
	second = 4 // of a turn
	socket = "/run/ledpost-apps.sock"
	base   = "http://127.0.0.1:8081" // of the catalogue
)

// service is the argument with which this program becomes the program that draws.
const service = "service"

func main() {
	if os.Getpid() == 1 {
		guest.End(run())
		return
	}
	fmt.Println(serve()) // returns an error alone
}

// serve becomes the program that draws, with a socket as systemd hands it over (sd_listen_fds(3)): as file 3.
func serve() error {
	env := []string{"LISTEN_FDS=1", "LISTEN_PID=" + strconv.Itoa(os.Getpid())}
	return syscall.Exec("/card/ledpost-apps", []string{"ledpost-apps"}, env)
}

func run() error {
	for _, prepare := range []func() error{guest.Mount, card, loopback, catalogue} {
		if err := prepare(); err != nil {
			return err
		}
	}
	g, err := newGroup()
	if err != nil {
		return err
	}
	if err := start(g); err != nil {
		return err
	}
	turns, err := strconv.Atoi(os.Getenv("turns")) // an argument of the kernel's
	if err != nil {
		return err
	}
	if err := market.Ask(ask).Install(apps, second); err != nil {
		return err
	}
	begun, last := time.Now(), 0
	err = market.Ask(ask).Turns(turns, func(turn, shown int) error {
		if err := g.look(); err != nil || turn == last {
			time.Sleep(200 * time.Millisecond)
			return err
		}
		last = turn
		kills, counted := proc.Numbers(filepath.Join(g.dir, "memory.events"))["oom_kill"]
		if !counted {
			return errors.New("the kernel does not count the processes that it ends")
		}
		fmt.Printf("hil: turns=%d apps=%d seconds=%.0f kills=%d\n%s", turn, shown, time.Since(begun).Seconds(),
			kills, g.most())
		return nil
	})
	if err != nil {
		return err
	}
	says, err := market.Ask(ask).Says()
	for _, said := range says {
		fmt.Printf("hil: an app says %q\n", said)
	}
	return err
}

// card mounts the file system with the programs, as that of a card: its files are no part of the first file system,
// which counts for no group.
func card() error {
	all, err := guest.Modules()
	if err == nil {
		err = guest.Load(all...)
	}
	if err != nil {
		return err
	}
	for _, dir := range []string{"/card", "/run", "/tmp"} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	disk, err := os.OpenFile("/disk", os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer disk.Close()
	loop, err := os.OpenFile("/dev/loop0", os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer loop.Close()
	if err := unix.IoctlLoopConfigure(int(loop.Fd()), &unix.LoopConfig{Fd: uint32(disk.Fd())}); err != nil {
		return fmt.Errorf("the loop device: %w", err)
	}
	return unix.Mount("/dev/loop0", "/card", "ext4", 0, "")
}

// loopback lets programs reach each other, on a day of the catalogue's: the board has no clock.
func loopback() error {
	day := unix.NsecToTimespec(time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC).UnixNano())
	if err := unix.ClockSettime(unix.CLOCK_REALTIME, &day); err != nil {
		return fmt.Errorf("the clock: %w", err)
	}
	s, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM, 0)
	if err != nil {
		return err
	}
	defer unix.Close(s)
	lo, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	lo.SetUint16(unix.IFF_UP)
	return unix.IoctlIfreq(s, unix.SIOCSIFFLAGS, lo)
}

// catalogue serves the apps.
func catalogue() error {
	programs, err := market.Programs("/card/examples", apps)
	if err != nil {
		return err
	}
	handler, err := market.New(base, programs)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", strings.TrimPrefix(base, "http://"))
	if err != nil {
		return err
	}
	go http.Serve(l, handler)
	return os.WriteFile("/run/config.toml", fmt.Appendf(nil, "[gallery]\nurl = %q\n", base+"/gallery.json.gz"), 0o600)
}

// start starts the program that draws, and the device, and waits for that.
func start(g *group) error {
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: socket, Net: "unix"})
	if err != nil {
		return err
	}
	file, err := l.File()
	if err != nil {
		return err
	}
	defer file.Close()
	draws := exec.Command("/init", service)
	draws.ExtraFiles = []*os.File{file}
	if g.service, err = g.run(draws); err != nil {
		return err
	}
	device := exec.Command("/card/ledpost", "run", "--config", "/run/config.toml", "--data", "/card/data",
		"--http", strings.TrimPrefix(device, "http://"), "--https", "", "--size", "64x32", "--key", key)
	if g.device, err = g.run(device); err != nil {
		return err
	}
	for range 600 {
		if status, _ := ask("GET", "/healthz", ""); status != 0 {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return errors.New("the device does not answer")
}

const (
	device = "http://127.0.0.1:8080"
	key    = "all-night-long"
)

// ask sends a request to the device. It returns the status and the body, or 0 and the error's text.
func ask(method, path, body string) (status int, answer []byte) {
	r, err := http.NewRequest(method, device+path, strings.NewReader(body))
	if err != nil {
		return 0, []byte(err.Error())
	}
	r.SetBasicAuth("dev", key)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, []byte(err.Error())
	}
	defer resp.Body.Close()
	if answer, err = io.ReadAll(resp.Body); err != nil {
		return 0, []byte(err.Error())
	}
	return resp.StatusCode, answer
}

// group is a control group of processes whose memory is counted (cgroups(7), version 2).
type group struct {
	dir             string
	device, service int   // processes
	own             int64 // bytes, at most, without the pages of files
	peaks           map[string]peak
}

// peak is the most memory that a process has had, bytes: all of it, and no page of a file.
type peak struct{ all, own int64 }

func newGroup() (*group, error) {
	const root = "/sys/fs/cgroup"
	if err := unix.Mount("cgroup2", root, "cgroup2", 0, ""); err != nil {
		return nil, fmt.Errorf("the control groups: %w", err)
	}
	g := &group{dir: root + "/ledpost", peaks: map[string]peak{}}
	if err := os.WriteFile(root+"/cgroup.subtree_control", []byte("+memory"), 0); err != nil {
		return nil, err
	}
	return g, os.Mkdir(g.dir, 0o755)
}

// run starts a process in the group.
func (g *group) run(cmd *exec.Cmd) (pid int, err error) {
	dir, err := os.Open(g.dir)
	if err != nil {
		return 0, err
	}
	defer dir.Close()
	cmd.Stderr = os.Stderr // its standard output has the greeting
	cmd.SysProcAttr = &syscall.SysProcAttr{UseCgroupFD: true, CgroupFD: int(dir.Fd())}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	go cmd.Wait()
	return cmd.Process.Pid, nil
}

// look takes note of the group's memory and that of its processes.
func (g *group) look() error {
	stat := proc.Numbers(filepath.Join(g.dir, "memory.stat"))
	if stat["anon"] == 0 {
		return errors.New("the kernel does not count the group's memory")
	}
	g.own = max(g.own, stat["anon"]+stat["kernel"]+stat["shmem"])
	text, err := os.ReadFile(filepath.Join(g.dir, "cgroup.procs"))
	if err != nil {
		return err
	}
	for _, pid := range strings.Fields(string(text)) {
		name := "drawing"
		switch pid {
		case strconv.Itoa(g.device):
			name = "device"
		case strconv.Itoa(g.service):
			name = "service"
		}
		status, p := proc.Numbers("/proc/"+pid+"/status"), g.peaks[name]
		own := status["RssAnon"] + status["RssShmem"]
		g.peaks[name] = peak{max(p.all, own+status["RssFile"]), max(p.own, own)}
	}
	return nil
}

// most returns what the group and its processes took at most.
func (g *group) most() string {
	whole, _ := os.ReadFile(filepath.Join(g.dir, "memory.peak"))
	said := fmt.Sprintf("hil: all own=%d whole=%s", g.own, whole)
	for name, p := range g.peaks {
		said += fmt.Sprintf("hil: %s own=%d whole=%d\n", name, p.own, p.all)
	}
	return said
}
