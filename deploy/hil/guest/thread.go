// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// pinned says where the refresher's real-time thread may run, which must be on
// the last of four processors, also if isolcpus keeps that one free of others.
func pinned() error {
	threads, err := realTimeThreads()
	if err != nil {
		return err
	}
	online, err := os.ReadFile("/sys/devices/system/cpu/online")
	if err != nil {
		return err
	}
	isolated, err := os.ReadFile("/sys/devices/system/cpu/isolated")
	if err != nil {
		return err
	}
	fmt.Printf("hil: real-time threads on processors %q of %s, isolated: %s\n", threads,
		strings.TrimSpace(string(online)), strings.TrimSpace(string(isolated)))
	want := map[string]string{"0-3": "3", "0": "0"}[strings.TrimSpace(string(online))]
	if !slices.Equal(threads, []string{want}) {
		return fmt.Errorf("real-time threads on processors %q, want one, on %s", threads, want)
	}
	return nil
}

// realTimeThreads is on what processors each thread of SCHED_FIFO may run that
// belongs to a child of this program.
func realTimeThreads() (processors []string, err error) {
	names, err := filepath.Glob("/proc/[0-9]*/task/[0-9]*/stat")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		stat, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		// After the name, which is in brackets: state 3, parent 4, policy 41
		// (proc_pid_stat(5)).
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		if len(fields) < 39 || fields[4-3] != fmt.Sprint(os.Getpid()) || fields[41-3] != "1" {
			continue
		}
		status, err := os.ReadFile(strings.TrimSuffix(name, "stat") + "status")
		if err != nil {
			return nil, err
		}
		_, rest, _ := strings.Cut(string(status), "Cpus_allowed_list:")
		list, _, _ := strings.Cut(rest, "\n")
		processors = append(processors, strings.TrimSpace(list))
	}
	return processors, nil
}

// share leaves this program half of a single processor: an emulated one is so slow that the
// refresher's thread always has work, and by the kernel's own rule takes a second at a time.
func share() error {
	if runtime.NumCPU() > 1 {
		return nil
	}
	for _, s := range []struct{ name, micros string }{{"sched_rt_runtime_us", "50000"}, {"sched_rt_period_us", "100000"}} {
		if err := os.WriteFile("/proc/sys/kernel/"+s.name, []byte(s.micros), 0o644); err != nil {
			return err
		}
	}
	return nil
}
