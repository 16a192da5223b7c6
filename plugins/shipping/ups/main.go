// Command ups is the shipping plugin for UPS express parcels from Germany: labels through the Shipping API, where a parcel
// is through Tracking and Track Alert.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
