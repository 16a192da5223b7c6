package backup

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// pack writes a folder's files and folders into an archive; links in it are refused, as nothing of the shop makes any. What
// is taken away meanwhile, as the draft of a photograph that is being added, is left out.
func pack(ctx context.Context, folder, path string) error {
	folder, err := filepath.EvalSymlinks(folder) // it may lie on another disk
	if err != nil {
		return err
	}
	out, err := create(path)
	if err != nil {
		return err
	}
	w := tar.NewWriter(out)
	err = filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			err = add(w, folder, name, entry)
		}
		if name != folder && errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	return errors.Join(err, w.Close(), out.Close())
}

func add(w *tar.Writer, folder, name string, entry fs.DirEntry) error {
	if !entry.IsDir() && !entry.Type().IsRegular() {
		return fmt.Errorf("%s is neither file nor folder", name)
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	header, err := tar.FileInfoHeader(info, "")
	if err != nil {
		return err
	}
	if header.Name, err = filepath.Rel(folder, name); err != nil {
		return err
	}
	if err := w.WriteHeader(header); err != nil || info.IsDir() {
		return err
	}
	_, err = io.Copy(w, io.LimitReader(file, info.Size())) // it may have grown since
	return err
}

// each calls visit for every entry of an archive. The content is to be read in the call.
func each(ctx context.Context, path string, visit func(*tar.Header, io.Reader) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	plain, err := gzip.NewReader(interruptible{ctx, file})
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for r := tar.NewReader(plain); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = visit(header, r)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
}

// interruptible reads until its context ends: an archive may take hours.
type interruptible struct {
	ctx context.Context
	in  io.Reader
}

// Read gives the context's error once it has ended.
func (r interruptible) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.in.Read(p)
}

// unpack writes an archive into a new folder, whole or not at all. Nothing in it can leave the folder: os.Root refuses it.
func unpack(ctx context.Context, path, folder string) error {
	if _, err := os.Lstat(folder); err == nil {
		return fmt.Errorf("%s: %w", folder, fs.ErrExist)
	}
	fresh := folder + ".restored"
	if err := os.RemoveAll(fresh); err != nil {
		return err
	}
	if err := unpackInto(ctx, path, fresh); err != nil {
		return errors.Join(err, os.RemoveAll(fresh))
	}
	return os.Rename(fresh, folder)
}

func unpackInto(ctx context.Context, path, folder string) error {
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	return each(ctx, path, func(h *tar.Header, content io.Reader) error {
		mode := h.FileInfo().Mode().Perm()
		switch h.Typeflag {
		case tar.TypeDir:
			if h.Name == "." || h.Name == "./" {
				return nil
			}
			return root.MkdirAll(filepath.Clean(h.Name), mode|0o700)
		case tar.TypeReg:
			file, err := root.OpenFile(filepath.Clean(h.Name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
			if err != nil {
				return err
			}
			_, err = io.Copy(file, content)
			return errors.Join(err, file.Close())
		}
		return fmt.Errorf("%s is neither file nor folder", h.Name)
	})
}
