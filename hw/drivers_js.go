// SPDX-License-Identifier: Apache-2.0

package hw

// drivers is empty: the demo in a browser has no panel but the simulated one.
func drivers() []driver { return nil }

// networked is empty: a browser sends to no panel.
func networked() []driver { return nil }
