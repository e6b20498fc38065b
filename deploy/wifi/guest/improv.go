// SPDX-License-Identifier: Apache-2.0

//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"time"
)

// The states, errors and commands of Improv (improv-wifi.com/ble).
const (
	stateAsk, stateOpen, stateTrying, stateJoined = 1, 2, 3, 4

	errorNone, errorJoin, errorRefused = 0, 3, 4

	cmdJoin, cmdScan = 1, 4
)

// patience is for each step; a machine that is emulated and busy is slow.
const patience = 3 * time.Minute

// readTime is how long somebody reads the panel before they press: a press within the first
// second is not taken for an answer.
const readTime = 3 * time.Second

// improv sets up Wi-Fi as Home Assistant does: it finds the device, has the button
// pressed, lists the networks, and tries a wrong password before the right one.
// The page must then be at an address that begins with url.
func improv(pressed, network, wrong, right, url string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 4*patience)
	defer cancel()
	d, err := find(ctx)
	if err != nil {
		return err
	}
	defer d.close()
	if err := d.wait(stateValue, stateAsk); err != nil {
		return err
	}
	if err := d.write(join(network, right)); err != nil {
		return err
	}
	if err := d.wait(errorValue, errorRefused); err != nil {
		return fmt.Errorf("a password before the press: %w", err)
	}
	fmt.Println("wifi: Improv: without a press no password is taken")
	time.Sleep(readTime)
	if err := os.WriteFile(pressed, []byte("press\n"), 0); err != nil {
		return err
	}
	if err := d.wait(stateValue, stateOpen); err != nil {
		return fmt.Errorf("after a press: %w", err)
	}
	if err := d.write(packet(cmdScan, nil)); err != nil {
		return err
	}
	if err := d.listed(network); err != nil {
		return err
	}
	fmt.Println("wifi: Improv: a press opens it, and the networks are listed")
	if err := d.tried(join(network, wrong), errorJoin, stateOpen); err != nil {
		return fmt.Errorf("a wrong password: %w", err)
	}
	fmt.Println("wifi: Improv: a wrong password is said to be none")
	if err := d.tried(join(network, right), errorNone, stateJoined); err != nil {
		return fmt.Errorf("the right password: %w", err)
	}
	page, err := d.result(cmdJoin)
	if err != nil || !bytes.HasPrefix(page[1:], []byte(url)) {
		return fmt.Errorf("the address: %q, want %s…, %v", page, url, err)
	}
	fmt.Printf("wifi: Improv: joined, the page is at %s\n", page[1:])
	return nil
}

// packet is [command][length][data][sum].
func packet(id byte, data []byte) []byte {
	b := append([]byte{id, byte(len(data))}, data...)
	var sum byte
	for _, c := range b {
		sum += c
	}
	return append(b, sum)
}

func join(ssid, password string) []byte {
	data := append([]byte{byte(len(ssid))}, ssid...)
	data = append(data, byte(len(password)))
	return packet(cmdJoin, append(data, password...))
}

// tried sends credentials, and waits until they were tried.
func (d *device) tried(credentials []byte, fault, state byte) error {
	if err := d.write(credentials); err != nil {
		return err
	}
	if err := d.wait(stateValue, stateTrying); err != nil {
		return err
	}
	if err := d.wait(stateValue, state); err != nil {
		return err
	}
	return d.wait(errorValue, fault)
}

// listed waits for a list of networks with this one.
func (d *device) listed(network string) error {
	all, err := d.result(cmdScan)
	if err == nil && !bytes.Contains(all, append([]byte{byte(len(network))}, network...)) {
		err = fmt.Errorf("the networks are %q", all)
	}
	return err
}

// result waits for the answer to a command, and returns its strings, each after its length.
func (d *device) result(id byte) ([]byte, error) {
	b, err := d.until(resultValue, func(b []byte) bool { return len(b) > 3 && b[0] == id })
	if err != nil {
		return nil, fmt.Errorf("no answer to %d: %w", id, err)
	}
	return b[2 : len(b)-1], nil
}

// wait waits until a value is a byte.
func (d *device) wait(value int, want byte) error {
	got, err := d.until(value, func(b []byte) bool { return len(b) == 1 && b[0] == want })
	if err != nil {
		return fmt.Errorf("value %d is %v, want %d: %w", value, got, want, err)
	}
	return nil
}
