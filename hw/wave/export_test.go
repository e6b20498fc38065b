// SPDX-License-Identifier: Apache-2.0

package wave

// Opened opens a backend of the refresher process by open.
var Opened = opened
