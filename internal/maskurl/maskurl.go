// SPDX-License-Identifier: Apache-2.0

// Package maskurl shows of an address where it leads, and nothing else: user and
// password, path, query and fragment are often secrets, such as the token of a bot or
// the id of a webhook.
package maskurl

import (
	"net/url"
	"regexp"
	"strings"
)

// hidden stands for what is hidden: https://host/***.
const hidden = "***"

// Mask returns scheme, host and port of a URL, and *** in place of the rest, if it has
// more. Of a text that is no URL nothing is left, but for HOST:PORT, which people write in
// place of one. It changes none of its own results.
func Mask(address string) string {
	host := Host(address)
	switch {
	case address == "" || hostPort.MatchString(address) || host != "" && strings.TrimSuffix(address, "/") == host:
		return address
	case host == "":
		return hidden
	}
	return host + "/" + hidden
}

// Masked reports whether a part of the address is hidden.
func Masked(address string) bool { return strings.Contains(address, hidden) }

// Bare returns of an address with a hidden part where it leads, and any other one as it
// is.
func Bare(address string) string {
	if Masked(address) {
		return Host(address)
	}
	return address
}

// Host returns where a URL leads: scheme, host and port; "" if it is no URL with a host.
func Host(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// hostPort is a name or an address with a port: a secret has no port behind it.
var hostPort = regexp.MustCompile(`^[a-zA-Z0-9.-]+:\d{1,5}$`)

// inText finds addresses in a text: in double quotes to their end, as Go's errors have them,
// where an address may hold all but a quote without a backslash; else to the end of the word.
var inText = regexp.MustCompile(`"[a-zA-Z][a-zA-Z0-9+.-]*://(?:[^"\\]|\\.)*"?|[a-zA-Z][a-zA-Z0-9+.-]*://\S+`)

// In returns a text with every URL in it masked. It keeps the marks that end the sentence.
func In(text string) string {
	if !strings.Contains(text, "://") {
		return text
	}
	return inText.ReplaceAllStringFunc(text, func(found string) string {
		if inner, ok := strings.CutPrefix(found, `"`); ok {
			address := strings.TrimSuffix(inner, `"`)
			return `"` + Mask(address) + inner[len(address):]
		}
		address := strings.TrimRight(found, `:;,.!?)]}"'>`+"`")
		if strings.Count(address, "[") > strings.Count(address, "]") { // http://[::1]
			address = found[:min(len(address)+1, len(found))]
		}
		return Mask(address) + found[len(address):]
	})
}
