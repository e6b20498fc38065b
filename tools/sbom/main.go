// Sbom writes the bill of materials of the program's binaries as SPDX 2.3 JSON:
// Go and every module with its version and hash, as the linker recorded them.
//
//	sbom -name ledpost_1.2.0 -version 1.2.0 -epoch 1767225600 -o OUT.spdx.json BINARY...
package main

import (
	"cmp"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spdx/tools-golang/json"
	"github.com/spdx/tools-golang/spdx"
	"github.com/spdx/tools-golang/spdx/v2/common"
)

const none = "NOASSERTION"

func main() {
	name := flag.String("name", "ledpost", "name of the document")
	version := flag.String("version", "", "version of the program")
	epoch := flag.Int64("epoch", 0, "time of the sources, seconds since 1970")
	out := flag.String("o", "", "file to write")
	flag.Parse()
	if err := run(*out, *name, *version, time.Unix(*epoch, 0), flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func run(out, name, version string, made time.Time, binaries []string) error {
	modules := map[string]debug.Module{}
	for _, binary := range binaries {
		info, err := buildinfo.ReadFile(binary)
		if err != nil {
			return err
		}
		modules["stdlib"] = debug.Module{Path: "stdlib", Version: strings.TrimPrefix(info.GoVersion, "go")}
		for _, m := range info.Deps {
			if m.Replace != nil {
				m = m.Replace
			}
			modules[m.Path] = *m
		}
	}
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	if err := json.Write(document(name, version, made, modules), f, json.Indent("  ")); err != nil {
		return err
	}
	return f.Close()
}

func document(name, version string, made time.Time, modules map[string]debug.Module) *spdx.Document {
	program := pack("ledpost", version, "pkg:golang/github.com/ledpost/ledpost@"+version)
	program.PackageLicenseDeclared = "Apache-2.0"
	doc := &spdx.Document{
		SPDXVersion:       spdx.Version,
		DataLicense:       spdx.DataLicense,
		SPDXIdentifier:    "DOCUMENT",
		DocumentName:      name,
		DocumentNamespace: fmt.Sprintf("https://github.com/ledpost/ledpost/spdx/%s-%d", name, made.Unix()),
		CreationInfo: &spdx.CreationInfo{
			Creators: []spdx.Creator{{CreatorType: "Organization", Creator: "The ledpost authors"}, {CreatorType: "Tool", Creator: "ledpost-sbom"}},
			Created:  made.UTC().Format(time.RFC3339),
		},
		Packages:      []*spdx.Package{program},
		Relationships: []*spdx.Relationship{relation("DOCUMENT", "DESCRIBES", program.PackageSPDXIdentifier)},
	}
	all := make([]debug.Module, 0, len(modules))
	for _, m := range modules {
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b debug.Module) int { return cmp.Compare(a.Path, b.Path) })
	for _, m := range all {
		p := pack(m.Path, m.Version, "pkg:golang/"+m.Path+"@"+m.Version)
		p.PackageChecksums = checksums(m.Sum)
		doc.Packages = append(doc.Packages, p)
		doc.Relationships = append(doc.Relationships, relation(program.PackageSPDXIdentifier, "DEPENDS_ON", p.PackageSPDXIdentifier))
	}
	return doc
}

func pack(name, version, purl string) *spdx.Package {
	id := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '.' || r == '-' {
			return r
		}
		return '-'
	}, name)
	return &spdx.Package{
		PackageName:             name,
		PackageSPDXIdentifier:   spdx.ElementID("Package-" + id),
		PackageVersion:          version,
		PackageDownloadLocation: none,
		PackageLicenseConcluded: none,
		PackageLicenseDeclared:  none,
		PackageCopyrightText:    none,
		PackageExternalReferences: []*spdx.PackageExternalReference{{
			Category: "PACKAGE-MANAGER", RefType: "purl", Locator: purl,
		}},
	}
}

func relation(a spdx.ElementID, kind string, b spdx.ElementID) *spdx.Relationship {
	return &spdx.Relationship{
		RefA: common.MakeDocElementID("", string(a)), RefB: common.MakeDocElementID("", string(b)), Relationship: kind,
	}
}

// checksums returns go.sum's hash of a module's files ("h1:" is a SHA-256 over
// the list of their SHA-256, base64), none if the linker recorded none.
func checksums(sum string) []spdx.Checksum {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(sum, "h1:"))
	if err != nil || len(raw) == 0 {
		return nil
	}
	return []spdx.Checksum{{Algorithm: spdx.SHA256, Value: hex.EncodeToString(raw)}}
}
