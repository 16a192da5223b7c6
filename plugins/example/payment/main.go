// Command muster is the payment plugin for Muster Pay. The customer approves on Muster's page; the money is reserved then
// and taken on dispatch.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
