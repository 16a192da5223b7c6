// Command retarget is the tracking plugin for retargeting and recommendations: it pushes which products visitors who
// consented were interested in, over the server-to-server interface that Criteo has.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
