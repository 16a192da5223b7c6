package plugindev

import (
	"encoding/xml"
	"io"
)

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string     `xml:"classname,attr"`
	Name    string     `xml:"name,attr"`
	Time    float64    `xml:"time,attr"`
	Failure *junitNote `xml:"failure"`
	Skipped *junitNote `xml:"skipped"`
}

type junitNote struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// WriteJUnit writes the report as JUnit XML, which most build servers show.
func (r Report) WriteJUnit(w io.Writer) error {
	s := junitSuite{Name: "kontor plugin verify " + r.Name, Tests: len(r.Results), Failures: r.Failed, Skipped: r.Skipped}
	for _, result := range r.Results {
		c := junitCase{Class: r.Name, Name: result.Name, Time: result.Seconds}
		switch result.State {
		case Failed:
			c.Failure = &junitNote{Message: result.Proves, Text: result.Reason}
		case Skipped:
			c.Skipped = &junitNote{Message: result.Reason}
		}
		s.Cases = append(s.Cases, c)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(s); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
