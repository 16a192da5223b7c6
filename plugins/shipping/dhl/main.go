// Command dhl is the shipping plugin for DHL in Germany: parcels to a door, a Packstation or a Postfiliale, labels through
// Parcel DE Shipping v2, and where a parcel is through Unified Shipment Tracking and its push.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
