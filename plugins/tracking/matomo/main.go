// Command matomo is the tracking plugin for Matomo: it passes the events of visitors who consented on to Matomo's
// tracking API, in bulk and from the server.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
