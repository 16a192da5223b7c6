package cmd

import (
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	gap     = 3  // between two columns
	whole   = 20 // a cell of so many characters is a number, a date or a name: it is not broken
	slender = 24 // what is left of the last column at least; a longer word of it runs over
)

// layout writes rows under each other. Where they are wider than a terminal, texts go on below in their column, if that makes them
// fit; else the terminal breaks the lines. A width of 0 is that of a file.
func layout(rows [][]string, width int) string {
	var wide, narrow []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(wide) {
				wide, narrow = append(wide, 0), append(narrow, 0)
			}
			n := utf8.RuneCountInString(cell)
			wide[i] = max(wide[i], n)
			if n <= whole {
				narrow[i] = max(narrow[i], n)
			}
			for word := range strings.FieldsSeq(cell) {
				narrow[i] = max(narrow[i], utf8.RuneCountInString(word))
			}
		}
	}
	if last := len(narrow) - 1; last >= 0 {
		narrow[last] = min(narrow[last], slender)
	}
	columns := wide
	if width > 0 {
		columns = fit(wide, narrow, width)
	}
	var b strings.Builder
	for _, row := range rows {
		writeRow(&b, row, columns)
	}
	return b.String()
}

// fit takes from the widest columns what is too much, but no column becomes narrower than it can.
func fit(wide, narrow []int, width int) []int {
	columns := slices.Clone(wide)
	over := gap * (len(wide) - 1)
	for _, n := range wide {
		over += n
	}
	for over -= width; over > 0; over-- {
		widest := -1
		for i, n := range columns {
			if n > narrow[i] && (widest < 0 || n > columns[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return wide
		}
		columns[widest]--
	}
	return columns
}

func writeRow(b *strings.Builder, row []string, columns []int) {
	lines, most := make([][]string, len(row)), 1
	for i, cell := range row {
		lines[i] = []string{cell}
		if utf8.RuneCountInString(cell) > columns[i] {
			lines[i] = strings.Split(wrap(cell, columns[i], 0), "\n")
		}
		most = max(most, len(lines[i]))
	}
	for n := range most {
		var line strings.Builder
		for i := range row {
			text := ""
			if n < len(lines[i]) {
				text = lines[i][n]
			}
			line.WriteString(text + strings.Repeat(" ", max(columns[i]-utf8.RuneCountInString(text), 0)+gap))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}
