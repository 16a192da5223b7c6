package content

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

type yamlText struct {
	DE string `yaml:"de"`
	EN string `yaml:"en"`
}

var (
	yamlLine   = regexp.MustCompile(`^(?:yaml: )?line (\d+): (.*)$`)
	yamlDouble = regexp.MustCompile(`^(mapping key .* already defined) at line \d+$`)
)

// yamlTypes are the messages that name a type of this program, and what they say to an editor.
var yamlTypes = []struct {
	message *regexp.Regexp
	reason  string
}{
	{regexp.MustCompile(`(?s)^(field .* not found) in type .*$`), "$1"},
	{regexp.MustCompile(`(?s)^cannot unmarshal !!(\w+).* into .*$`), "a $1 does not belong here"},
}

// decode reads YAML strictly; unknown keys are problems. The lines it names are shifted by offset, for YAML that is a
// part of a file. The document is for finding the lines of what is wrong otherwise.
func decode(file string, text []byte, offset int, into any) (*yaml.Node, []Problem) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	err := decoder.Decode(into)
	if errors.Is(err, io.EOF) {
		return nil, []Problem{{File: file, Line: offset + 1, Reason: "is empty"}}
	}
	if err != nil {
		var doc yaml.Node
		if yaml.Unmarshal(text, &doc) != nil {
			return nil, yamlProblems(file, offset, err)
		}
		return &doc, yamlProblems(file, offset, err) // what is missing because of it has a line, too
	}
	if err := decoder.Decode(&yaml.Node{}); !errors.Is(err, io.EOF) {
		return nil, []Problem{{File: file, Reason: "has a second part below a line of ---, which would be lost"}}
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, yamlProblems(file, offset, err)
	}
	return &doc, nil
}

func yamlProblems(file string, offset int, err error) []Problem {
	messages := []string{err.Error()}
	if wrong, ok := errors.AsType[*yaml.TypeError](err); ok {
		messages = wrong.Errors
	}
	var problems []Problem
	for _, message := range messages {
		p := Problem{File: file, Line: offset + 1, Reason: strings.TrimPrefix(message, "yaml: ")}
		if found := yamlLine.FindStringSubmatch(message); found != nil {
			n, _ := strconv.Atoi(found[1])                                           // the pattern has digits there
			p.Line, p.Reason = offset+n, yamlDouble.ReplaceAllString(found[2], "$1") // its other line would be without the offset
		}
		for _, t := range yamlTypes {
			p.Reason = t.message.ReplaceAllString(p.Reason, t.reason)
		}
		problems = append(problems, p)
	}
	return problems
}

// checker holds values against rules and finds their lines.
type checker struct {
	file     string
	doc      *yaml.Node
	problems []Problem
}

// want notes the reason unless ok, at the line of the value, or of the nearest one around it.
func (c *checker) want(ok bool, at []string, reason string) {
	if !ok {
		c.problems = append(c.problems, Problem{File: c.file, Line: lineOf(c.doc, at), Reason: reason})
	}
}

// text wants German, and English wherever there is German.
func (c *checker) text(t yamlText, at []string, required bool) {
	name := at[len(at)-1]
	german, english := strings.TrimSpace(t.DE) != "", strings.TrimSpace(t.EN) != ""
	c.want(german || !required && !english, at, name+".de is missing")
	c.want(english || !german, at, name+".en is missing")
}

// leads wants an address that opens a page.
func (c *checker) leads(url string, at []string) {
	page := address.MatchString(url) && (strings.HasPrefix(url, "/") || strings.HasPrefix(url, "https://"))
	c.want(page, at, "url is a path of the shop or begins with https://")
}

func lineOf(node *yaml.Node, at []string) int {
	if node == nil {
		return 0
	}
	if node.Kind == yaml.DocumentNode {
		return lineOf(node.Content[0], at)
	}
	if len(at) == 0 {
		return node.Line
	}
	switch node.Kind {
	case yaml.SequenceNode:
		if i, err := strconv.Atoi(at[0]); err == nil && i < len(node.Content) {
			return lineOf(node.Content[i], at[1:])
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(node.Content); i += 2 {
			if node.Content[i].Value == at[0] {
				return lineOf(node.Content[i+1], at[1:])
			}
		}
	}
	return node.Line
}
