package pluginhost

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"kontor.dev/kontor/plugins/sdk/base"
)

// Entry is one plugin of plugins.yaml.
type Entry struct {
	Name     string            `yaml:"name"`   // as the plugin calls itself
	Path     string            `yaml:"path"`   // of the program; relative to the directory of Load
	SHA256   string            `yaml:"sha256"` // of the program, in hex; empty accepts any
	Args     []string          `yaml:"args"`
	Env      []string          `yaml:"env"`     // names of environment variables that the program may see
	Config   map[string]Values `yaml:"config"`  // settings; "${NAME}" and "${NAME:-default}" come from the environment
	Secrets  map[string]Source `yaml:"secrets"` // secret settings
	Limits   Limits            `yaml:"limits"`
	Disabled bool              `yaml:"disabled"`

	version string // that the program must have; "" takes any
	unread  error  // why there are no settings, of a plugin whose file cannot be read: it is not started without them
}

// Values is a setting: a YAML scalar, or a list of them, which travels as lines.
type Values string

// UnmarshalYAML takes scalars as they are written, so that 007 stays 007.
func (v *Values) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*v = Values(n.Value)
		return nil
	}
	if n.Kind != yaml.SequenceNode {
		return fmt.Errorf("line %d: a setting is a text, a number, a truth value or a list of them", n.Line)
	}
	lines := make([]string, len(n.Content))
	for i, item := range n.Content {
		if item.Kind != yaml.ScalarNode {
			return fmt.Errorf("line %d: a list holds texts and numbers", item.Line)
		}
		lines[i] = item.Value
	}
	*v = Values(strings.Join(lines, "\n"))
	return nil
}

// Source says where a secret comes from: the first of an environment variable, a file (whose last line break is
// dropped) and a value that has something. Value is for what is no secret, such as the credentials of a simulator: it counts
// only while none of the plugin's secrets comes from elsewhere. Who sets up the real provider and forgets the key that signs its
// notifications must not be left with one that everybody knows.
type Source struct {
	Env   string `yaml:"env"`
	File  string `yaml:"file"`
	Value string `yaml:"value"`
}

// Limits of a plugin. Zero values mean the defaults.
type Limits struct {
	Concurrency int           `yaml:"concurrency"` // calls at once; 32
	Timeout     time.Duration `yaml:"timeout"`     // of a call that may reach the provider; 20 s
	MaxAnswer   int           `yaml:"max_answer"`  // bytes of an answer; 4 MiB
}

func (l Limits) withDefaults() Limits {
	if l.Concurrency <= 0 {
		l.Concurrency = 32
	}
	if l.Timeout <= 0 {
		l.Timeout = 20 * time.Second
	}
	if l.MaxAnswer <= 0 {
		l.MaxAnswer = 4 << 20
	}
	return l
}

// Load reads plugins.yaml. Relative paths of programs and secret files are taken from dir. An unknown field or a name
// that occurs twice is an error, because a silently ignored setting of a payment plugin is worse than none.
func Load(file, dir string) ([]Entry, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("plugins: %w", err)
	}
	var doc struct {
		Plugins []Entry `yaml:"plugins"`
	}
	err = DecodeYAML(data, &doc)
	if errors.Is(err, io.EOF) {
		err = errors.New("it is empty; no plugins at all are written as plugins: []")
	}
	if err != nil {
		return nil, fmt.Errorf("plugins: %s: %w", file, err)
	}
	seen := map[string]bool{}
	for i := range doc.Plugins {
		e := &doc.Plugins[i]
		if e.Name == "" || e.Path == "" {
			return nil, fmt.Errorf("plugins: %s: entry %d needs a name and a path", file, i+1)
		}
		if seen[e.Name] {
			return nil, fmt.Errorf("plugins: %s: %q occurs twice", file, e.Name)
		}
		seen[e.Name] = true
		e.Path = under(dir, e.Path)
		for key, source := range e.Secrets {
			if source.File != "" {
				source.File = under(dir, source.File)
				e.Secrets[key] = source
			}
		}
	}
	return doc.Plugins, nil
}

func under(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// Names reports whether a setting of the entry begins with an address, once its variables are replaced.
func (e Entry) Names(address string, getenv func(string) string) bool {
	for _, value := range e.Config {
		if strings.HasPrefix(expand(string(value), getenv), address) {
			return true
		}
	}
	return false
}

// settings resolves the entry's configuration. Only what is set is passed; the plugin says what it misses. The error
// names settings, never values.
func (e Entry) settings(getenv func(string) string) (base.Config, error) {
	c := base.Config{Values: map[string]string{}, Secrets: map[string]base.Secret{}}
	for key, value := range e.Config {
		if text := expand(string(value), getenv); text != "" {
			c.Values[key] = text
		}
	}
	var wrong []error
	for key, source := range e.Secrets {
		text, err := source.secret(getenv)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("secret %s: %w", key, err))
		} else if text != "" {
			c.Secrets[key] = base.Secret(text)
		}
	}
	if len(c.Secrets)+len(wrong) == 0 {
		for key, source := range e.Secrets {
			if source.Value != "" {
				c.Secrets[key] = base.Secret(source.Value)
			}
		}
	}
	return c, errors.Join(wrong...)
}

// secret gives what the environment or the file has, "" for nothing.
func (s Source) secret(getenv func(string) string) (string, error) {
	if s.Env != "" {
		if text := getenv(s.Env); text != "" {
			return text, nil
		}
	}
	if s.File == "" {
		return "", nil
	}
	data, err := os.ReadFile(s.File)
	return strings.TrimRight(string(data), "\r\n"), err
}

// expand replaces ${NAME} and ${NAME:-default}; a default may hold further ones. All else, a lone $ too, stays.
func expand(s string, getenv func(string) string) string {
	var out strings.Builder
	for {
		start := strings.Index(s, "${")
		if start < 0 {
			break
		}
		length := closing(s[start:])
		if length < 0 {
			break
		}
		name, preset, _ := strings.Cut(s[start+2:start+length], ":-")
		value := getenv(name)
		if value == "" {
			value = expand(preset, getenv)
		}
		out.WriteString(s[:start])
		out.WriteString(value)
		s = s[start+length+1:]
	}
	out.WriteString(s)
	return out.String()
}

// closing gives the place of the brace that closes the one at the start of s, -1 when none does.
func closing(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch {
		case strings.HasPrefix(s[i:], "${"):
			depth++
		case s[i] == '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// environment gives the variables that the entry names. PATH and the like are not passed: a plugin is configured, it
// does not look around.
func (e Entry) environment(getenv func(string) string) []string {
	var out []string
	for _, name := range e.Env {
		if v := getenv(name); v != "" {
			out = append(out, name+"="+v)
		}
	}
	return out
}

// SecretFiles lists the files that plugins' secrets come from: of those that plugins.yaml names, and of the installed ones. What
// cannot be read names none; Load and the host say why.
func SecretFiles(file, dir, installed string) []string {
	entries, _ := Load(file, dir)
	own, _ := filepath.Glob(entryFile(installed, "*")) // only a wrong pattern is an error
	for _, path := range own {
		if e, err := folderEntry(installed, filepath.Base(filepath.Dir(path))); err == nil {
			entries = append(entries, e)
		}
	}
	var files []string
	for _, e := range entries {
		for _, source := range e.Secrets {
			if source.File != "" {
				files = append(files, source.File)
			}
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}
