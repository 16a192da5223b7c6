package content

import (
	"fmt"
	"regexp"
	"strings"
)

// Block is a part of a page: a heading (level 2 to 4), a paragraph, or a list.
type Block struct {
	Kind  string   `json:"kind" enum:"heading,paragraph,list,ordered"`
	Level int      `json:"level,omitempty"`
	Spans []Span   `json:"spans,omitempty"` // of a heading or paragraph
	Items [][]Span `json:"items,omitempty"` // of a list
}

// Span is a piece of text. A line break in it is meant.
type Span struct {
	Text   string `json:"text"`
	Strong bool   `json:"strong,omitempty"`
	URL    string `json:"url,omitempty"` // of a link: a path, https, mailto or tel
}

// Problem is what is wrong with a file, and where.
type Problem struct {
	File   string `json:"file"`
	Line   int    `json:"line"` // from 1; 0: the file as a whole
	Reason string `json:"reason"`
}

func (p Problem) String() string {
	if p.Line == 0 {
		return p.File + ": " + p.Reason
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Reason)
}

var (
	heading = regexp.MustCompile(`^(#{1,6})\s+(\S.*)$`)
	bullet  = regexp.MustCompile(`^[-*]\s+(\S.*)$`)
	number  = regexp.MustCompile(`^\d+[.)]\s+(\S.*)$`)
	begins  = regexp.MustCompile(`^(?:[-*]|1[.)])\s+\S`) // begins a list also right below a paragraph
	inner   = regexp.MustCompile(`^\s+(?:[-*]|\d+[.)])\s+\S`)
	rule    = regexp.MustCompile(`^(?:={2,}|-{2,}|\*{2,}|_{2,})$`)
	inline  = regexp.MustCompile(`\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]*)\)`)
	address = regexp.MustCompile(`^(/[^/\\\s]\S*|/|https://\S+|mailto:\S+|tel:\+?[0-9]+)$`)
)

// markdown is the state of reading a text: headings, paragraphs, lists, **strong**, [links](/path), and a backslash at
// the end of a line for a line break. Everything else that Markdown has is refused rather than shown as it was typed.
type markdown struct {
	file     string
	blocks   []Block
	open     []string // lines of the paragraph or list item that is being read
	openLine int
	list     string // kind of the list that is being read
	problems []Problem
}

// readMarkdown reads lines, the first of which has the number given.
func readMarkdown(file string, lines []string, first int) ([]Block, []Problem) {
	m := &markdown{file: file}
	for i, line := range lines {
		m.line(strings.TrimRight(line, " \t\r"), first+i)
	}
	m.close()
	return m.blocks, m.problems
}

func (m *markdown) line(line string, n int) {
	text := strings.TrimSpace(line)
	if text == "" {
		m.close()
		m.list = ""
		return
	}
	if h := heading.FindStringSubmatch(line); h != nil {
		m.close()
		m.list = ""
		if level := len(h[1]); level < 2 || level > 4 {
			m.wrong(n, "a heading has two to four #; the page's title stands at its top")
			return
		}
		m.blocks = append(m.blocks, Block{Kind: "heading", Level: len(h[1]), Spans: m.spans(h[2], n)})
		return
	}
	for kind, item := range map[string]*regexp.Regexp{"list": bullet, "ordered": number} {
		if found := item.FindStringSubmatch(line); found != nil && (m.list != "" || len(m.open) == 0 || begins.MatchString(line)) {
			m.close()
			if m.list != kind {
				m.blocks = append(m.blocks, Block{Kind: kind})
			}
			m.list, m.open, m.openLine = kind, []string{found[1]}, n
			return
		}
	}
	reason := refused(text, line)
	if m.list != "" && inner.MatchString(line) {
		reason = "a list within a list is not taken"
	}
	if reason != "" {
		m.wrong(n, reason)
		return
	}
	if len(m.open) == 0 {
		m.openLine = n
	}
	m.open = append(m.open, text)
}

func refused(text, line string) string {
	switch {
	case strings.HasPrefix(text, "<"):
		return "HTML is not taken"
	case strings.HasPrefix(text, "```"), strings.HasPrefix(line, "\t"):
		return "code is not taken"
	case strings.HasPrefix(text, "|"), strings.HasPrefix(text, ">"), strings.HasPrefix(text, "!["):
		return "tables, quotations and pictures are not taken"
	case rule.MatchString(text):
		return "lines and underlined headings are not taken"
	case heading.MatchString(text):
		return "a heading begins at the start of its line"
	}
	return ""
}

// close ends the paragraph or item that is open.
func (m *markdown) close() {
	if len(m.open) == 0 {
		return
	}
	var text strings.Builder
	for i, line := range m.open {
		line, broken := strings.CutSuffix(line, `\`)
		text.WriteString(line)
		switch {
		case i == len(m.open)-1:
		case broken:
			text.WriteByte('\n')
		default:
			text.WriteByte(' ')
		}
	}
	spans := m.spans(text.String(), m.openLine)
	m.open = nil
	if m.list == "" {
		m.blocks = append(m.blocks, Block{Kind: "paragraph", Spans: spans})
		return
	}
	last := &m.blocks[len(m.blocks)-1]
	last.Items = append(last.Items, spans)
}

// typed is Markdown that nobody reads here, in a text around and within what is strong or a link.
var typed = []struct {
	mark   *regexp.Regexp
	reason string
}{
	{regexp.MustCompile(`</?[A-Za-z!][^<>]*>`), "HTML is not taken"},
	{regexp.MustCompile(`&(?:[A-Za-z][A-Za-z0-9]*|#[0-9]+|#[xX][0-9A-Fa-f]+);`), "HTML is not taken: write the character itself"},
	{regexp.MustCompile("`"), "code is not taken"},
	{regexp.MustCompile(`\]\(|\]\[`), "a link is written [text](/path), with no blank in its address, and is not within **"},
	{regexp.MustCompile(`\*\*`), "** is opened and not closed"},
	{regexp.MustCompile(`(?:^|[\s(])(?:\*[^\s*](?:[^*]*[^\s*])?\*|_[^\s_](?:[^_]*[^\s_])?_)(?:[\s.,;:!?)]|$)`), "what is stressed is written **so**"},
	{regexp.MustCompile(`\\[-!"#$%&'()*+,./:;<=>?@\[\]^_{|}~` + "`" + `]`), "a backslash before a sign is not taken"},
	{regexp.MustCompile(`~~[^~\s](?:[^~]*[^~\s])?~~`), "text that is struck through is not taken"},
	{regexp.MustCompile(`\[\^[^\]\s]+\]|^\[[ xX]\](?:\s|$)`), "footnotes and boxes to tick are not taken"},
}

func (m *markdown) spans(text string, n int) []Span {
	if strings.Contains(text, "![") {
		m.wrong(n, "pictures are not taken")
	}
	spans := m.split(text, n)
	for _, span := range spans {
		for _, t := range typed {
			if t.mark.MatchString(span.Text) {
				m.wrong(n, t.reason)
				break
			}
		}
	}
	return spans
}

func (m *markdown) split(text string, n int) []Span {
	var spans []Span
	for {
		at := inline.FindStringSubmatchIndex(text)
		if at == nil {
			break
		}
		if at[0] > 0 {
			spans = append(spans, Span{Text: text[:at[0]]})
		}
		if at[2] >= 0 {
			spans = append(spans, Span{Text: text[at[2]:at[3]], Strong: true})
		} else {
			url := text[at[6]:at[7]]
			if !address.MatchString(url) {
				m.wrong(n, fmt.Sprintf("%q is no address: a link goes to a path of the shop, https, mailto or tel", url))
			}
			spans = append(spans, Span{Text: text[at[4]:at[5]], URL: url})
		}
		text = text[at[1]:]
	}
	if text != "" {
		spans = append(spans, Span{Text: text})
	}
	return spans
}

func (m *markdown) wrong(n int, reason string) {
	m.problems = append(m.problems, Problem{File: m.file, Line: n, Reason: reason})
}
