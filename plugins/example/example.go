// Package example holds a small, complete plugin of each kind, with a simulator of a provider that does not exist.
// `kontor plugin new` writes new plugins from them, so what it writes is what is tested here.
package example

import "embed"

// Files are the plugins, each in the folder of its kind: payment, shipping, tracking.
//
//go:embed payment shipping tracking
var Files embed.FS
