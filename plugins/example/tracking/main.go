// Command muster is the tracking plugin for Muster Analytics. It passes on what visitors did who consented to it.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
