// Command reference writes the plugin contract as a page, field by field, from the comments of the proto files. It reads a
// file descriptor set with source information from standard input:
//
//	buf build plugins/proto --as-file-descriptor-set -o - | go run ./plugins/proto/reference > plugins/docs/contract.md
package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
)

func main() {
	raw, err := io.ReadAll(os.Stdin)
	if err != nil {
		log.Fatal(err)
	}
	page, err := render(raw)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := os.Stdout.WriteString(page); err != nil {
		log.Fatal(err)
	}
}

const head = `# The plugin contract, field by field

Generated from the comments in ` + "`plugins/proto`" + `; do not edit. What a plugin promises beyond the fields is in
[Writing a plugin](../sdk/README.md), and a first plugin step by step in the [tutorial](tutorial.md).

Fields are never renumbered, and never change their meaning within v1: ` + "`buf breaking`" + ` compares every change with the
contract as it was released. What a side does not know it ignores.
`

// render gives the page of all of Kontor's files in the set.
func render(raw []byte) (string, error) {
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(raw, &set); err != nil {
		return "", fmt.Errorf("no file descriptor set: %w", err)
	}
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		return "", err
	}
	var ours []protoreflect.FileDescriptor
	files.RangeFiles(func(f protoreflect.FileDescriptor) bool {
		if strings.HasPrefix(f.Path(), "kontor/") {
			ours = append(ours, f)
		}
		return true
	})
	if len(ours) == 0 {
		return "", errors.New("the set holds nothing of Kontor's")
	}
	slices.SortFunc(ours, func(a, b protoreflect.FileDescriptor) int { return strings.Compare(a.Path(), b.Path()) })
	w := &page{}
	w.line("%s", head)
	for _, f := range ours {
		w.line("- [%s](#%s)", f.Package(), anchor(string(f.Package())))
	}
	for _, f := range ours {
		w.file(f)
	}
	return strings.TrimRight(w.b.String(), "\n") + "\n", nil
}

// page is the text so far.
type page struct{ b strings.Builder }

func (w *page) line(format string, args ...any) { fmt.Fprintf(&w.b, format+"\n", args...) }

func (w *page) file(f protoreflect.FileDescriptor) {
	w.line("\n## %s\n", f.Package())
	w.line("`%s`. %s", f.Path(), comment(f, f.SourceLocations().ByPath(protoreflect.SourcePath{2}).LeadingComments))
	for i := range f.Services().Len() {
		w.service(f.Services().Get(i))
	}
	for i := range f.Messages().Len() {
		w.message(f.Messages().Get(i))
	}
	for i := range f.Enums().Len() {
		w.enum(f.Enums().Get(i))
	}
}

func (w *page) service(s protoreflect.ServiceDescriptor) {
	w.line("\n### %s\n\n%s\n", s.Name(), words(s))
	w.line("| Call | Request | Response | |\n|---|---|---|---|")
	for i := range s.Methods().Len() {
		m := s.Methods().Get(i)
		w.line("| `%s` | %s | %s | %s |", m.Name(), link(m.Input()), link(m.Output()), words(m))
	}
}

func (w *page) message(m protoreflect.MessageDescriptor) {
	if m.IsMapEntry() {
		return
	}
	w.line("\n### %s\n\n%s", title(m), words(m))
	if m.Fields().Len() > 0 {
		w.line("\n| No. | Field | Type | |\n|---|---|---|---|")
	}
	for i := range m.Fields().Len() {
		f := m.Fields().Get(i)
		text := words(f)
		if one := f.ContainingOneof(); one != nil {
			text = "One of `" + string(one.Name()) + "`. " + text
		}
		w.line("| %d | `%s` | %s | %s |", f.Number(), f.Name(), typeOf(f), text)
	}
	for i := range m.Messages().Len() {
		w.message(m.Messages().Get(i))
	}
}

func (w *page) enum(e protoreflect.EnumDescriptor) {
	w.line("\n### %s\n\n%s\n\n| No. | Value | |\n|---|---|---|", title(e), words(e))
	for i := range e.Values().Len() {
		v := e.Values().Get(i)
		w.line("| %d | `%s` | %s |", v.Number(), v.Name(), words(v))
	}
}

// title names a type with its package, because several packages have one of the same name.
func title(d protoreflect.Descriptor) string {
	kind := strings.Split(string(d.ParentFile().Package()), ".")[1]
	return kind + " " + string(d.Name())
}

func typeOf(f protoreflect.FieldDescriptor) string {
	switch {
	case f.IsMap():
		return "map of " + f.MapKey().Kind().String() + " to " + plain(f.MapValue())
	case f.IsList():
		return "list of " + plain(f)
	}
	return plain(f)
}

func plain(f protoreflect.FieldDescriptor) string {
	switch {
	case f.Message() != nil:
		return link(f.Message())
	case f.Enum() != nil:
		return link(f.Enum())
	}
	return f.Kind().String()
}

// link gives a type with a link to its place on the page; foreign types have none.
func link(d protoreflect.Descriptor) string {
	if !strings.HasPrefix(string(d.FullName()), "kontor.") {
		return "`" + string(d.FullName()) + "`"
	}
	return "[" + string(d.Name()) + "](#" + anchor(title(d)) + ")"
}

// anchor gives a heading's anchor as GitHub makes it.
func anchor(heading string) string {
	return strings.NewReplacer(" ", "-", ".", "").Replace(strings.ToLower(heading))
}

func words(d protoreflect.Descriptor) string {
	return comment(d, d.ParentFile().SourceLocations().ByDescriptor(d).LeadingComments)
}

// comment gives a comment as one line of a table. One that is missing is a defect of the contract.
func comment(d protoreflect.Descriptor, text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" {
		log.Fatalf("%s has no comment", d.FullName())
	}
	return strings.NewReplacer("|", `\|`, "<", "&lt;").Replace(text)
}
