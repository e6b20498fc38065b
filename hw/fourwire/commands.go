// SPDX-License-Identifier: Apache-2.0

package fourwire

import "fmt"

// Picture, as a number of arguments, says that a command is followed by any number of
// bytes of the picture.
const Picture = -1

// Commands takes what arrives at an emulated display apart. Its first three fields must
// be set. Only one goroutine may use it.
type Commands struct {
	// Arguments is how many a command has, or Picture; ok is false where the
	// display has no such command.
	Arguments func(op byte) (n int, ok bool)
	// Do is called with each command once it is complete, and of a Picture before its
	// bytes.
	Do func(op byte, args []byte)
	// Write is called with each byte of the picture.
	Write func(b byte)

	op   byte
	args []byte
	want int
}

// Take takes a byte, of a command or, where data is true, of what follows it. It refuses
// what the display does not have.
func (c *Commands) Take(data bool, b byte) error {
	switch {
	case !data:
		return c.command(b)
	case c.want == Picture:
		c.Write(b)
		return nil
	case len(c.args) >= c.want:
		return fmt.Errorf("%#02x after command %#02x, which has %d arguments", b, c.op, c.want)
	}
	if c.args = append(c.args, b); len(c.args) == c.want {
		c.Do(c.op, c.args)
	}
	return nil
}

func (c *Commands) command(op byte) error {
	n, ok := c.Arguments(op)
	switch {
	case c.want > len(c.args):
		return fmt.Errorf("command %#02x after %d of the %d arguments of %#02x", op, len(c.args), c.want, c.op)
	case !ok:
		return fmt.Errorf("there is no command %#02x", op)
	}
	c.op, c.want, c.args = op, n, c.args[:0]
	if n <= 0 {
		c.Do(op, nil)
	}
	return nil
}
