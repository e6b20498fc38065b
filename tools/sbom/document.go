// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/google/licensecheck"
	"github.com/spdx/tools-golang/spdx"
	"github.com/spdx/tools-golang/spdx/v2/common"
)

// unknown is SPDX's word for what nobody asserts.
const unknown = "NOASSERTION"

// document returns the bill of the program, which depends on the modules.
func document(j job, modules []part) *spdx.Document {
	program := pack(programPart(j))
	doc := &spdx.Document{
		SPDXVersion:       spdx.Version,
		DataLicense:       spdx.DataLicense,
		SPDXIdentifier:    "DOCUMENT",
		DocumentName:      j.name,
		DocumentNamespace: fmt.Sprintf("https://github.com/ledpost/ledpost/spdx/%s-%d", j.name, j.made.Unix()),
		CreationInfo: &spdx.CreationInfo{
			Creators: []spdx.Creator{{CreatorType: "Organization", Creator: "The ledpost authors"},
				{CreatorType: "Tool", Creator: "ledpost-sbom"}},
			Created: j.made.UTC().Format(time.RFC3339),
		},
		Packages:      []*spdx.Package{program},
		Relationships: []*spdx.Relationship{relation("DOCUMENT", "DESCRIBES", program.PackageSPDXIdentifier)},
	}
	add(doc, program, "DEPENDS_ON", modules)
	return doc
}

// ofImage returns the bill of the image, which contains the program and the parts. The
// texts are of the licences that SPDX has no name for.
func ofImage(j job, modules, parts []part, texts []*spdx.OtherLicense) *spdx.Document {
	doc := document(j, modules)
	image := pack(part{name: "ledpost-image", version: j.version, purl: "pkg:generic/ledpost-image@" + j.version,
		licence: together(slices.Concat(parts, modules, []part{programPart(j)}))})
	program := doc.Packages[0]
	doc.Relationships[0] = relation("DOCUMENT", "DESCRIBES", image.PackageSPDXIdentifier)
	doc.Relationships = append(doc.Relationships,
		relation(image.PackageSPDXIdentifier, "CONTAINS", program.PackageSPDXIdentifier))
	doc.Packages = append([]*spdx.Package{image}, doc.Packages...)
	doc.OtherLicenses = texts
	add(doc, image, "CONTAINS", parts)
	return doc
}

func programPart(j job) part {
	return part{name: "ledpost", version: j.version, purl: "pkg:golang/github.com/ledpost/ledpost@" + j.version,
		licence: "Apache-2.0"}
}

// add adds parts and what of is to them. A part that the document has already, in the
// same version, is there once.
func add(doc *spdx.Document, of *spdx.Package, kind string, parts []part) {
	known := map[spdx.ElementID]bool{}
	for _, p := range doc.Packages {
		known[p.PackageSPDXIdentifier] = true
	}
	for _, one := range parts {
		p := pack(one)
		if !known[p.PackageSPDXIdentifier] {
			doc.Packages = append(doc.Packages, p)
		}
		doc.Relationships = append(doc.Relationships, relation(of.PackageSPDXIdentifier, kind, p.PackageSPDXIdentifier))
	}
}

func pack(p part) *spdx.Package {
	id := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '.' || r == '-' {
			return r
		}
		return '-'
	}, p.name+"-"+p.version)
	out := &spdx.Package{
		PackageName:             p.name,
		PackageSPDXIdentifier:   spdx.ElementID("Package-" + id),
		PackageVersion:          p.version,
		PackageDownloadLocation: unknown,
		PackageLicenseConcluded: cmp.Or(p.licence, unknown),
		PackageLicenseDeclared:  cmp.Or(p.licence, unknown),
		PackageCopyrightText:    unknown,
		PackageExternalReferences: []*spdx.PackageExternalReference{{
			Category: "PACKAGE-MANAGER", RefType: "purl", Locator: p.purl,
		}},
	}
	if p.sum != "" {
		out.PackageChecksums = []spdx.Checksum{{Algorithm: spdx.SHA256, Value: p.sum}}
	}
	return out
}

func relation(a spdx.ElementID, kind string, b spdx.ElementID) *spdx.Relationship {
	return &spdx.Relationship{
		RefA: common.MakeDocElementID("", string(a)), RefB: common.MakeDocElementID("", string(b)), Relationship: kind,
	}
}

// rule is the line between two modules of the notices (internal/notices/collect).
var rule = strings.Repeat("=", 78) + "\n"

// readNotices returns the SPDX expression of each module's licence by the module's
// path.
func readNotices(file string) (map[string]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	licences := map[string]string{}
	for _, one := range strings.Split(string(text), rule)[1:] {
		head, terms, _ := strings.Cut(one, "\n")
		path, _, _ := strings.Cut(head, " ")
		if licences[path] = expression(terms); licences[path] == "" {
			return nil, fmt.Errorf("%s: the licence of %s has no known text", file, path)
		}
	}
	return licences, nil
}

// unicodeLicence is the licence whose text is in unicode.txt; licensecheck does not know
// it.
const unicodeLicence = "Unicode-DFS-2016"

// glyphsLicence holds for the characters of other fonts: the licences that glyphs.txt has.
const glyphsLicence = "Apache-2.0 AND Baekmuk AND OFL-1.1 AND mplus"

// names are the SPDX names of texts that have another one in licensecheck; "" is for
// texts that are no licence of their own.
var names = map[string]string{
	"GooglePatentsFile": "", // a grant beside BSD-3-Clause
	"GPL-2.0":           "GPL-2.0-only",
}

// expression returns the SPDX expression of the licences whose texts are in text: each
// holds for a part of the work. It returns "" if there is none that is known.
func expression(text string) string {
	var ids []string
	for _, m := range licensecheck.Scan([]byte(text)).Match {
		id, other := names[m.ID]
		if !other {
			id = m.ID
		}
		if id != "" && !m.IsURL && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return strings.Join(ids, " AND ")
}
