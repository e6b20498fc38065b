// SPDX-License-Identifier: Apache-2.0

// Package sysfs reads the files in which drivers of the Linux kernel show what
// their sensors measure.
package sysfs

import (
	"fmt"
	"io"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// IIO matches the folders of the sensors that are Industrial I/O devices
// (Documentation/ABI/testing/sysfs-bus-iio).
const IIO = "sys/bus/iio/devices/iio:device*"

// most is as much as is read of a file, in bytes; such files hold one value.
const most = 128

// Text returns the content of a file under root, which is the file system's,
// without the white space around it.
func Text(root fs.FS, name string) (string, error) {
	f, err := root.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most))
	return strings.TrimSpace(string(data)), err
}

// Number returns the number that a driver wrote to a file: "123", "0.052500" or
// "-1". It is finite. The error is [fs.ErrNotExist] where there is no such file.
func Number(root fs.FS, name string) (float64, error) {
	text, err := Text(root, name)
	if err != nil {
		return 0, err
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || v-v != 0 {
		return 0, fmt.Errorf("%s: %q is not a number", path.Base(name), text)
	}
	return v, nil
}
