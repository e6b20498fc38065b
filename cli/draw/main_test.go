// SPDX-License-Identifier: Apache-2.0

package draw

import "github.com/ledpost/ledpost/cli/command/commandtest"

// room is what the tests run.
var room = commandtest.Room(Commands())
