// Command offline is the payment plugin for methods without a provider: bank transfer in advance, cash on delivery, cash
// or card at pickup, and invoice. It talks to nobody and keeps nothing; the shop's own books say whether money came.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
