// SPDX-License-Identifier: Apache-2.0

package machine

import "github.com/ledpost/ledpost/cli/command/commandtest"

// room is what the tests run.
var room = commandtest.Room(Commands())
