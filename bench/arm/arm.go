// SPDX-License-Identifier: Apache-2.0

// Package arm counts what a program costs on ARMv6: the instructions that
// qemu-arm-static executes as an arm1176, the processor of a Raspberry Pi Zero.
package arm

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// Build makes program, a file, from the package pkg of the module in dir for a Raspberry
// Pi Zero. The path of program is absolute.
func Build(program, dir, pkg string) error { return build(dir, "build", "-o", program, pkg) }

// BuildTest makes program as Build does, from the tests of the package pkg.
func BuildTest(program, dir, pkg string) error { return build(dir, "test", "-c", "-o", program, pkg) }

func build(dir string, args ...string) error {
	build := exec.Command("go", args...)
	build.Dir = dir
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=arm", "GOARM=6")
	build.Stderr = os.Stderr
	return build.Run()
}

// Addresses returns where the functions of program begin. Each must be in it.
func Addresses(program string, functions ...string) (at []uint32, err error) {
	out, err := exec.Command("go", "tool", "nm", program).Output()
	if err != nil {
		return nil, fmt.Errorf("nm: %w", err)
	}
	found := map[string]uint32{}
	for line := range strings.Lines(string(out)) {
		if address, rest, ok := strings.Cut(strings.TrimSpace(line), " T "); ok {
			found[rest] = hex([]byte(address))
		}
	}
	for _, f := range functions {
		if found[f] == 0 {
			return nil, fmt.Errorf("%s is not in %s", f, program)
		}
		at = append(at, found[f])
	}
	return at, nil
}

// First runs cmd as Trace does, and passes over other threads than the program's first,
// such as the threads of Go's runtime: a program that locks main to its thread has the
// same count on a busy machine as on an idle one.
func First(cmd *exec.Cmd, each func(at uint32, length int) (goOn bool)) error {
	return trace(cmd, []byte("Trace 0: "), each)
}

// Trace runs cmd, whose arguments are a program for ARM and its own, in QEMU. It calls
// each before every block of instructions that the program executes, with its address and
// its length in instructions, and ends the program when that returns false.
func Trace(cmd *exec.Cmd, each func(at uint32, length int) (goOn bool)) error {
	return trace(cmd, []byte("Trace "), each)
}

// trace calls each for the lines of QEMU's log that begin with prefix.
func trace(cmd *exec.Cmd, prefix []byte, each func(at uint32, length int) (goOn bool)) error {
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	defer r.Close()
	qemu, err := exec.LookPath("qemu-arm-static")
	if err != nil {
		w.Close()
		return err
	}
	cmd.Args = append([]string{qemu, "-cpu", "arm1176", "-d", "in_asm,exec,nochain", "-D", "/proc/self/fd/3"}, cmd.Args...)
	cmd.Path, cmd.ExtraFiles = qemu, []*os.File{w}
	defer endWithUs(cmd)()
	err = cmd.Start()
	w.Close()
	if err != nil {
		return err
	}
	if !read(r, prefix, each) {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		return nil
	}
	return cmd.Wait()
}

// read reads QEMU's log: each block when QEMU first meets it, and the address of each
// that it executes. It reports whether the log has come to its end.
func read(log io.Reader, prefix []byte, each func(at uint32, length int) bool) (whole bool) {
	length := map[uint32]int{} // of the block at an address
	var block uint32
	lines := bufio.NewReaderSize(log, 1<<20)
	for {
		line, err := lines.ReadSlice('\n')
		switch {
		case err != nil:
			return true
		case bytes.HasPrefix(line, []byte("IN: ")):
			block = 0
		case bytes.HasPrefix(line, []byte("0x")): // 0x00012b20:  e59a1008  ldr r1, [sl, #8]
			at := hex(line[2:10])
			if block == 0 {
				block, length[at] = at, 0
			}
			length[block]++
		case bytes.HasPrefix(line, prefix): // Trace 0: 0x7f7450c03a40 [00000480/00012b20/00000000/00000201] main.main
			_, rest, _ := bytes.Cut(line, []byte("/"))
			if at := hex(rest[:8]); !each(at, length[at]) {
				return false
			}
		}
	}
}

// hex reads hexadecimal digits.
func hex(b []byte) (v uint32) {
	for _, c := range b {
		d := uint32(c - '0')
		if c >= 'a' {
			d = uint32(c-'a') + 10
		}
		v = v<<4 | d
	}
	return v
}
