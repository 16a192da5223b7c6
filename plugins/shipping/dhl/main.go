// Command dhl is the shipping plugin for DHL in Germany: standard parcels to a door or a Packstation, labels through
// Parcel DE Shipping v2, and where a parcel is through Unified Shipment Tracking.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
