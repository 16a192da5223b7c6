package cmd

import (
	"os"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/catalog/photo"
	"kontor.dev/kontor/core/fault"
)

func newCatalogPhoto(s *session) *cobra.Command {
	return &cobra.Command{
		Use: "photo FILE...", Short: "Add photographs for products to show", Args: cobra.MinimumNArgs(1),
		Long: `Takes JPEG, PNG and WebP files, scales each to the sizes that the shop shows, and gives the key by which a product names it
in "images" of an import. It stays as it is: another photograph has another key, and the same file always the same one.
They lie in media.dir, which all processes that serve the shop share. Ends with code 1 when a file could not be taken.`,
		Example: "  kontor catalog photo photos/front.png photos/side.png\n  kontor catalog photo -o json photos/*.png",
		RunE: func(_ *cobra.Command, files []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			letShopRead()
			return addPhotos(&s.out, photo.NewStore(cfg.Media.Dir), files)
		},
	}
}

// addedPhoto is what became of a file.
type addedPhoto struct {
	File  string `json:"file"`
	Key   string `json:"key,omitempty"`
	Error string `json:"error,omitempty"`
}

func addPhotos(out *printer, store *photo.Store, files []string) error {
	bar := newProgressBar(os.Stderr, out.json)
	added, rows := make([]addedPhoto, len(files)), make([][]string, len(files))
	failed := false
	for i, name := range files {
		bar.show(int64(i), int64(len(files)), counted(i, "photograph", "photographs"))
		key, err := addPhoto(store, name)
		added[i] = addedPhoto{File: name, Key: key}
		if err != nil {
			failed, added[i] = true, addedPhoto{File: name, Error: photoError(err)}
		}
		rows[i] = []string{name, added[i].Key, added[i].Error}
	}
	bar.clear()
	if err := out.table(added, []string{"file", "key", "problem"}, rows); err != nil {
		return err
	}
	if failed {
		return exitCode(1)
	}
	return nil
}

func addPhoto(store *photo.Store, name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	return store.Add(file)
}

func photoError(err error) string {
	switch fault.ReasonOf(err) {
	case "photo_unreadable":
		return "no JPEG, PNG or WebP that can be read: save it as one of these"
	case "photo_too_large":
		return "larger than 64 MB, 120 megapixels or 65535 pixels along a side: save it smaller"
	default:
		return err.Error()
	}
}
