// Command kontor runs, operates and measures the shop.
package main

import (
	"os"

	"kontor.dev/kontor/cli/cmd"
)

func main() { os.Exit(cmd.Execute(os.Args[1:])) }
