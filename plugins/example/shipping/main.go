// Command muster is the shipping plugin for the carrier Muster: parcels within Germany, with labels and tracking.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
