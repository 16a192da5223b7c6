// Command pickup is the shipping plugin for goods that the customer collects in a store of the shop. It talks to nobody.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
