package stack

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// stamp is a file that remembers from what a task's result was made.
type stamp string

func (s stamp) is(sum string) bool {
	have, err := os.ReadFile(string(s))
	return err == nil && string(have) == sum
}

func (s stamp) set(sum string) error { return os.WriteFile(string(s), []byte(sum), 0o644) }

// hashFiles is the same for the same files with the same content. They are told apart by their paths without root.
func hashFiles(root string, paths ...string) (string, error) {
	sum := sha256.New()
	for _, path := range slices.Sorted(slices.Values(paths)) {
		f, err := os.Open(path)
		if err != nil {
			return "", err
		}
		_, _ = fmt.Fprintln(sum, strings.TrimPrefix(path, root))
		_, err = io.Copy(sum, f)
		_ = f.Close()
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), nil
}

// hashTree hashes the files under root but for the folders and files with the given names directly in it. Two trees that hold
// the same have the same hash.
func hashTree(root string, without ...string) (string, error) {
	var files []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		leftOut := filepath.Dir(path) == root && slices.Contains(without, d.Name())
		switch {
		case leftOut && d.IsDir():
			return fs.SkipDir
		case d.Type().IsRegular() && !leftOut:
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	return hashFiles(root, files...)
}
