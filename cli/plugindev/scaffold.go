package plugindev

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kontor.dev/kontor/plugins/example"
)

// Kinds of plugin that New writes.
var Kinds = []string{"payment", "shipping", "tracking"}

// kontorModule is the module that holds the SDK.
const kontorModule = "kontor.dev/kontor"

// sample is the provider that the examples are written for.
const sample = "muster"

// taken are names that no plugin can have: the sample's own, the folder beside the built program, and one that Go keeps for itself.
var taken = []string{sample, "sim", "vendor"}

var (
	nameForm   = regexp.MustCompile(`^[a-z][a-z0-9]{1,30}$`)
	moduleForm = regexp.MustCompile(`^[A-Za-z0-9_~-][A-Za-z0-9._~-]*(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$`)
)

// Scaffold says which plugin to write.
type Scaffold struct {
	Kind   string // one of Kinds
	Name   string // lower case letters and digits, "acme"
	Dir    string // empty or missing; empty text means plugins/KIND/NAME inside Kontor's module, else NAME
	Module string // of a plugin outside Kontor's module; empty means example.com/NAME
	Kontor string // folder of Kontor's module; empty means the one that holds Dir, the working directory or this program
}

// Written is what New wrote.
type Written struct {
	Dir    string   `json:"dir"`
	Import string   `json:"import"` // path of the plugin's package
	Inside bool     `json:"inside"` // of Kontor's module
	Files  []string `json:"files"`
}

// New writes a small, complete plugin with its simulator, tests and verification profile. Inside Kontor's module it is a
// package of that; elsewhere it is a module of its own that takes the SDK from the folder of Kontor's module.
func New(ctx context.Context, s Scaffold) (Written, error) {
	if err := s.Check(); err != nil {
		return Written{}, err
	}
	here, err := os.Getwd()
	if err != nil {
		return Written{}, err
	}
	root, err := s.root(here)
	if err != nil {
		return Written{}, err
	}
	if s.Dir == "" {
		s.Dir = s.Name
		if within(root, here) {
			s.Dir = filepath.Join(root, "plugins", s.Kind, s.Name)
		}
	}
	if s.Dir, err = filepath.Abs(s.Dir); err != nil {
		return Written{}, err
	}
	w := Written{Dir: s.Dir, Import: s.Module, Inside: within(root, s.Dir)}
	if w.Inside {
		rel, err := filepath.Rel(root, s.Dir)
		if err != nil {
			return Written{}, err
		}
		w.Import = path.Join(kontorModule, filepath.ToSlash(rel))
	} else if w.Import == "" {
		w.Import = "example.com/" + s.Name
	}
	if err := empty(s.Dir); err != nil {
		return Written{}, err
	}
	if w.Files, err = s.write(w.Import); err != nil {
		return Written{}, err
	}
	if w.Inside {
		return w, nil
	}
	w.Files = append(w.Files, "go.mod", "go.sum")
	return w, s.module(ctx, root, w.Import)
}

// Check says what of the words cannot be a plugin's.
func (s Scaffold) Check() error {
	if !slices.Contains(Kinds, s.Kind) {
		return fmt.Errorf("there is no kind %q; it is one of %s", s.Kind, strings.Join(Kinds, ", "))
	}
	if !nameForm.MatchString(s.Name) || slices.Contains(taken, s.Name) || token.IsKeyword(s.Name) {
		return fmt.Errorf(
			"the name %q does not do: 2 to 31 lower case letters and digits, a letter first, no word of Go's own, and not %s",
			s.Name, strings.Join(taken, ", "),
		)
	}
	if s.Module != "" && !moduleForm.MatchString(s.Module) {
		return fmt.Errorf("the module path %q does not do: letters, digits and -._~ between slashes, as in github.com/acme/plugin", s.Module)
	}
	return nil
}

// root finds the folder of Kontor's module.
func (s Scaffold) root(here string) (string, error) {
	if s.Kontor != "" {
		dir, err := filepath.Abs(s.Kontor)
		if err == nil && !isKontor(dir) {
			err = fmt.Errorf("%s does not hold the module %s", dir, kontorModule)
		}
		return dir, err
	}
	starts := []string{here}
	if s.Dir != "" {
		if dir, err := filepath.Abs(s.Dir); err == nil {
			starts = append([]string{dir}, starts...)
		}
	}
	if program, err := os.Executable(); err == nil {
		starts = append(starts, filepath.Dir(program))
	}
	for _, dir := range starts {
		for ; ; dir = filepath.Dir(dir) {
			if isKontor(dir) {
				return dir, nil
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return "", fmt.Errorf("the module %s, which holds the SDK, is not found from here; name its folder with --kontor", kontorModule)
}

func isKontor(dir string) bool {
	raw, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	return err == nil && bytes.HasPrefix(raw, []byte("module "+kontorModule+"\n"))
}

func within(root, dir string) bool {
	rel, err := filepath.Rel(root, dir)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// empty refuses a folder that has something in it.
func empty(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty, and nothing is overwritten", dir)
	}
	return err
}

// write copies the example under the new name. The examples of wrong plugins stay behind.
func (s Scaffold) write(importPath string) ([]string, error) {
	words := strings.NewReplacer(
		kontorModule+"/plugins/example/"+s.Kind, importPath,
		sample, s.Name, title(sample), title(s.Name), strings.ToUpper(sample), strings.ToUpper(s.Name),
	)
	var files []string
	err := fs.WalkDir(example.Files, s.Kind, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(entry.Name(), "bad_") {
			return err
		}
		raw, err := fs.ReadFile(example.Files, name)
		if err != nil {
			return err
		}
		text := []byte(words.Replace(string(raw)))
		if path.Ext(name) == ".go" {
			if text, err = format.Source(text); err != nil { // a longer name moves what is aligned
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		rel := strings.TrimPrefix(name, s.Kind+"/")
		target := filepath.Join(s.Dir, filepath.FromSlash(rel))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		files = append(files, rel)
		return os.WriteFile(target, text, 0o644)
	})
	return files, err
}

func title(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// module makes the folder a module of its own, with Kontor's checksums for what both use, so that no network is needed.
func (s Scaffold) module(ctx context.Context, root, importPath string) error {
	version, err := goVersion(root)
	if err != nil {
		return err
	}
	folder := root
	if strings.ContainsAny(folder, " ,()\"'`") {
		folder = strconv.Quote(folder)
	}
	text := fmt.Sprintf("module %s\n\ngo %s\n\nrequire %s v0.0.0\n\nreplace %s => %s\n", importPath, version, kontorModule, kontorModule, folder)
	if err := os.WriteFile(filepath.Join(s.Dir, "go.mod"), []byte(text), 0o644); err != nil {
		return err
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(s.Dir, "go.sum"), sums, 0o644); err != nil {
		return err
	}
	// What Kontor itself uses is enough: unlike a tidy, a listing does not look for the tests of others' packages.
	list := exec.CommandContext(ctx, "go", "list", "-mod=mod", "-deps", "-test", "./...")
	list.Dir = s.Dir
	if out, err := list.CombinedOutput(); err != nil {
		return fmt.Errorf("go list: %w\n%s", err, out)
	}
	return nil
}

// goVersion gives the Go version that Kontor's module asks for.
func goVersion(root string) (string, error) {
	raw, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(raw)) {
		if version, ok := strings.CutPrefix(line, "go "); ok {
			return strings.TrimSpace(version), nil
		}
	}
	return "", errors.New("go.mod of Kontor names no version of Go")
}
