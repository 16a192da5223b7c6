package content

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
)

// MaxFile is the most that a file may hold, in bytes: visitors get all of it.
const MaxFile = 256 << 10

var (
	pageFile = regexp.MustCompile(`^pages/([a-z0-9]+(?:[-/][a-z0-9]+)*)\.(de|en)\.md$`)
	slug     = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
)

// Read reads a folder of content: slides.yaml, deals.yaml, ads.yaml, and pages/<address>.<language>.md. It gives all that
// is wrong with the files, by file and line; where anything is, the items are not to be used. What begins with a dot is
// left out, as a folder of version control is; a folder with nothing else is wrong.
func Read(folder fs.FS) ([]Item, []Problem, error) {
	var items []Item
	var problems []Problem
	err := fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		hidden := name != "." && strings.HasPrefix(path.Base(name), ".")
		switch {
		case err != nil:
			return err
		case entry.IsDir() && hidden:
			return fs.SkipDir
		case entry.IsDir() || hidden:
			return nil
		}
		info, err := fs.Stat(folder, name) // of what a link leads to
		reason := ""
		switch {
		case errors.Is(err, fs.ErrNotExist):
			reason = "leads to no file"
		case err != nil:
			return err
		case !info.Mode().IsRegular():
			reason = "is no file"
		case info.Size() > MaxFile:
			reason = fmt.Sprintf("is larger than %d KB", MaxFile>>10)
		}
		if reason != "" {
			items, problems = append(items, unread(name)), append(problems, Problem{File: name, Reason: reason})
			return nil
		}
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			return err
		}
		item, wrong := ReadFile(name, text)
		items, problems = append(items, item), append(problems, wrong...)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	if len(items)+len(problems) == 0 { // a wrong folder: pruning by it would take the imprint off the shop, and all else
		problems = append(problems, Problem{File: ".", Reason: "has no content"})
	}
	problems = append(problems, missingLanguages(items)...)
	slices.SortFunc(problems, func(a, b Problem) int { return cmp.Or(cmp.Compare(a.File, b.File), a.Line-b.Line) })
	return items, problems, nil
}

// ReadFile reads one file; name is its path in the folder.
func ReadFile(name string, text []byte) (Item, []Problem) {
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // some editors begin a file with it
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return unread(name), []Problem{{File: name, Reason: "is no text in UTF-8"}}
	}
	switch name {
	case "slides.yaml":
		slides, problems := readSlides(name, text)
		return Item{Name: "slides", Kind: SlideKind, Slides: slides}, problems
	case "deals.yaml":
		deals, problems := readDeals(name, text)
		return Item{Name: "deals", Kind: DealKind, Deals: deals}, problems
	case "ads.yaml":
		ads, problems := readAds(name, text)
		return Item{Name: "ads", Kind: AdKind, Ads: ads}, problems
	}
	parts := pageFile.FindStringSubmatch(name)
	if parts == nil {
		return Item{}, []Problem{{File: name, Reason: "is none of slides.yaml, deals.yaml, ads.yaml and pages/<address>.<de or en>.md"}}
	}
	page, problems := readPage(name, string(text))
	page.Key, page.Lang = parts[1], catalog.Lang(parts[2])
	if Taken(page.Key) {
		problems = append(problems, Problem{File: name, Reason: fmt.Sprintf("the shop has something of its own at /%s: nobody would see the page", page.Key)})
	}
	return Item{Name: PageName(page.Key, page.Lang), Kind: PageKind, Page: page}, problems
}

// unread is what a file that cannot be read would have been: a page's other language does not miss it.
func unread(name string) Item { return Item{Name: strings.TrimSuffix(name, path.Ext(name))} }

// missingLanguages finds pages that one language has and the other has not.
func missingLanguages(items []Item) []Problem {
	var problems []Problem
	for _, item := range items {
		if item.Kind != PageKind || item.Page == nil {
			continue
		}
		other := catalog.German
		if item.Page.Lang == catalog.German {
			other = catalog.English
		}
		name := PageName(item.Page.Key, other)
		if !slices.ContainsFunc(items, func(i Item) bool { return i.Name == name }) {
			problems = append(problems, Problem{File: item.Name + ".md", Reason: name + ".md is missing: a page has both languages"})
		}
	}
	return problems
}

// readPage reads a text with its title and description between two lines of three dashes at the top.
func readPage(file, text string) (*Page, []Problem) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	end := 0
	if strings.TrimSpace(lines[0]) == "---" {
		end = slices.IndexFunc(lines[1:], func(l string) bool { return strings.TrimSpace(l) == "---" }) + 1
	}
	if end == 0 {
		return &Page{}, []Problem{{File: file, Line: 1, Reason: "begins with title and description between two lines of ---"}}
	}
	var top struct {
		Title       string `yaml:"title"`
		Description string `yaml:"description"`
	}
	_, problems := decode(file, []byte(strings.Join(lines[1:end], "\n")), 1, &top)
	if len(problems) == 0 && strings.TrimSpace(top.Title) == "" {
		problems = append(problems, Problem{File: file, Line: 1, Reason: "title is missing"})
	}
	blocks, more := readMarkdown(file, lines[end+1:], end+2)
	if len(blocks) == 0 && len(more) == 0 {
		more = append(more, Problem{File: file, Line: end + 1, Reason: "has no text"})
	}
	return &Page{Title: strings.TrimSpace(top.Title), Description: strings.TrimSpace(top.Description), Blocks: blocks}, append(problems, more...)
}

func readSlides(file string, text []byte) ([]Slide, []Problem) {
	var f struct {
		Slides []struct {
			Title yamlText `yaml:"title"`
			Text  yamlText `yaml:"text"`
			Image string   `yaml:"image"`
			URL   string   `yaml:"url"`
			CTA   yamlText `yaml:"cta"`
			From  string   `yaml:"from"`
			Until string   `yaml:"until"`
		} `yaml:"slides"`
	}
	doc, problems := decode(file, text, 0, &f)
	c := &checker{file: file, doc: doc, problems: problems}
	c.want(len(f.Slides) <= SlideCount, []string{"slides"}, fmt.Sprintf("the banner has room for %d slides", SlideCount))
	var slides []Slide
	for i, s := range f.Slides {
		at := []string{"slides", strconv.Itoa(i)}
		c.text(s.Title, append(at, "title"), true)
		c.text(s.Text, append(at, "text"), false)
		c.text(s.CTA, append(at, "cta"), true)
		c.want(s.Image != "", append(at, "image"), "image is missing")
		c.leads(s.URL, append(at, "url"))
		from, until := c.days(s.From, s.Until, at)
		slides = append(slides, Slide{
			ID: int64(i + 1), Title: catalog.Text(s.Title), Text: catalog.Text(s.Text), Image: s.Image, URL: s.URL, CTA: catalog.Text(s.CTA),
			From: from, Until: until,
		})
	}
	return slides, c.problems
}

func readDeals(file string, text []byte) ([]string, []Problem) {
	var f struct {
		Deals []string `yaml:"deals"`
	}
	doc, problems := decode(file, text, 0, &f)
	c := &checker{file: file, doc: doc, problems: problems}
	c.want(len(f.Deals) <= DealCount, []string{"deals"}, fmt.Sprintf("the slider has room for %d products", DealCount))
	for i, number := range f.Deals {
		at := []string{"deals", strconv.Itoa(i)}
		c.want(strings.TrimSpace(number) != "", at, "an article number is missing")
		c.want(slices.Index(f.Deals, number) == i, at, number+" is there twice")
	}
	return f.Deals, c.problems
}

type adFile struct {
	ID         string            `yaml:"id"`
	Target     string            `yaml:"target"`
	Title      yamlText          `yaml:"title"`
	Text       yamlText          `yaml:"text"`
	CTA        yamlText          `yaml:"cta"`
	Image      string            `yaml:"image"`
	URL        string            `yaml:"url"`
	Device     string            `yaml:"device"`
	Categories []string          `yaml:"categories"`
	Keywords   map[string]string `yaml:"keywords"`
	LineItem   string            `yaml:"lineItem"`
	Creative   string            `yaml:"creative"`
	From       string            `yaml:"from"`
	Until      string            `yaml:"until"`
}

func readAds(file string, text []byte) ([]Ad, []Problem) {
	var f struct {
		Ads []adFile `yaml:"ads"`
	}
	doc, problems := decode(file, text, 0, &f)
	c := &checker{file: file, doc: doc, problems: problems}
	var ads []Ad
	for i, a := range f.Ads {
		at := []string{"ads", strconv.Itoa(i)}
		c.want(slug.MatchString(a.ID), append(at, "id"), "id is lower-case words with hyphens")
		c.want(slices.IndexFunc(f.Ads, func(o adFile) bool { return o.ID == a.ID }) == i, append(at, "id"), a.ID+" is there twice")
		c.want(slug.MatchString(a.Target), append(at, "target"), "target is lower-case words with hyphens")
		c.text(a.Title, append(at, "title"), true)
		c.text(a.Text, append(at, "text"), false)
		c.text(a.CTA, append(at, "cta"), true)
		c.leads(a.URL, append(at, "url"))
		c.want(slices.Contains([]string{"", "mobile", "desktop"}, a.Device), append(at, "device"), "device is mobile or desktop")
		for n, category := range a.Categories {
			c.want(slug.MatchString(category), append(at, "categories", strconv.Itoa(n)), "a category is named as in its address: lower-case words with hyphens")
		}
		from, until := c.days(a.From, a.Until, at)
		ads = append(ads, Ad{
			ID: a.ID, Target: a.Target, Title: catalog.Text(a.Title), Text: catalog.Text(a.Text), CTA: catalog.Text(a.CTA),
			Image: a.Image, URL: a.URL, Device: a.Device, Categories: a.Categories, Keywords: a.Keywords, LineItem: a.LineItem,
			Creative: a.Creative, From: from, Until: until,
		})
	}
	return ads, c.problems
}

// days reads the first day and the last.
func (c *checker) days(first, last string, at []string) (from, until time.Time) {
	from, until = c.day(first, append(at, "from"), 0), c.day(last, append(at, "until"), 1)
	c.want(until.IsZero() || from.Before(until), append(at, "until"), "until is before from: it would never be shown")
	return from, until
}

// day reads a date, as the beginning of the day so many days later in Germany, or a time of RFC 3339.
func (c *checker) day(text string, at []string, later int) time.Time {
	if text == "" {
		return time.Time{}
	}
	if exact, err := time.Parse(time.RFC3339, text); err == nil {
		return exact.UTC()
	}
	day, err := time.ParseInLocation(time.DateOnly, text, clock.Germany)
	if err != nil {
		c.want(false, at, text+" is no date like 2026-12-24")
		return time.Time{}
	}
	return day.AddDate(0, 0, later).UTC()
}
