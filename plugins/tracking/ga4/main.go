// Command ga4 is the tracking plugin for Google Analytics 4: it passes the events of visitors who consented on over the
// Measurement Protocol.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
