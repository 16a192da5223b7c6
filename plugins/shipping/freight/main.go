// Command freight is the shipping plugin for goods that are too heavy or too large for a parcel: a forwarder brings them
// on a day that is agreed on by telephone. It talks to nobody.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
