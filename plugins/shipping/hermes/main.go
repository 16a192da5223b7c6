// Command hermes is the shipping plugin for Hermes PaketShops in Germany: orders with labels and where a parcel is through
// the Hermes Shipping Interface, PaketShops through the ParcelShop finder.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
