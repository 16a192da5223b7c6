package cmd

import (
	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/httpapi"
)

// newOpenAPI prints the API's document; `make generate` keeps it in core/httpapi/openapi.json.
func newOpenAPI(s *session) *cobra.Command {
	return &cobra.Command{
		Use:     "openapi",
		Short:   "Print the OpenAPI document of the HTTP API",
		Args:    noArguments,
		Example: "  kontor openapi > core/httpapi/openapi.json",
		RunE: func(*cobra.Command, []string) error {
			doc, err := httpapi.Document()
			if err != nil {
				return err
			}
			_, err = s.out.out.Write(doc)
			return err
		},
	}
}
