// SPDX-License-Identifier: Apache-2.0

// Demo is the whole device in a tab of a browser, for people who have none. It is the program
// itself, built for GOOS=js: package firmware with its brain, apps, keys, API and page. In a
// browser the standard library's network lies within the program; requests from outside come as
// messages (web.go), and files live in a folder that the page's script keeps.
package main
