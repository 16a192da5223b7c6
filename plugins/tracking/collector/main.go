// Command collector is the tracking plugin for the shop's event collector: it passes the events of visitors who
// consented on in batches over HTTP.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
