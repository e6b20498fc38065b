// SPDX-License-Identifier: Apache-2.0

// Package maskurl hides the secrets in URLs: the user with the password, and the
// values in the query, which are often tokens. Host and path stay readable.
package maskurl

import (
	"net/url"
	"strings"
)

// hidden stands for a part that is hidden.
const hidden = "***"

// Mask hides the user, the values of the query and the fragment of a URL. It works on
// any text, also a text that is not a URL, and on its own results.
func Mask(address string) string {
	return edit(address, func(string) string { return hidden })
}

// Masked reports whether a part of the address is hidden.
func Masked(address string) (found bool) {
	edit(address, func(part string) string {
		found = found || part == hidden
		return part
	})
	return found
}

// Bare leaves hidden parts out.
func Bare(address string) string {
	return edit(address, func(part string) string {
		if part == hidden {
			return ""
		}
		return part
	})
}

// Host returns where a URL leads: scheme, name and port; "" if it is no URL.
func Host(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// edit replaces the parts that may be secret, unless they are empty.
func edit(address string, f func(part string) string) string {
	rest, fragment, _ := strings.Cut(address, "#")
	before, query, _ := strings.Cut(rest, "?")
	var b strings.Builder
	start := 0
	if i := strings.Index(before, "//"); i >= 0 {
		start = i + len("//")
	}
	b.WriteString(before[:start])
	host, path, slash := strings.Cut(before[start:], "/")
	if i := strings.LastIndexByte(host, '@'); i >= 0 {
		if user := part(host[:i], f); user != "" {
			b.WriteString(user + "@")
		}
		host = host[i+1:]
	}
	b.WriteString(host)
	if slash {
		b.WriteString("/" + path)
	}
	if query != "" {
		b.WriteString("?" + editQuery(query, f))
	}
	if fragment = part(fragment, f); fragment != "" {
		b.WriteString("#" + fragment)
	}
	return b.String()
}

// editQuery is edit for a query, in which a word without "=" counts as a value.
func editQuery(query string, f func(string) string) string {
	items := strings.Split(query, "&")
	for i, item := range items {
		if name, value, ok := strings.Cut(item, "="); ok {
			items[i] = name + "=" + part(value, f)
		} else {
			items[i] = part(item, f)
		}
	}
	return strings.Join(items, "&")
}

func part(s string, f func(string) string) string {
	if s == "" {
		return ""
	}
	return f(s)
}
