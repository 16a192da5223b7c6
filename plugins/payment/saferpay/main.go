// Command saferpay is the payment plugin for cards on the Saferpay Payment Page (JSON API).
//
// An attempt's life at Saferpay, and where it comes from:
//
//	Authorize: page initialized -> redirect -> card accepted -> Complete: asserted -> Capture -> Refund
//	                                       \-> aborted, refused or expired -> declined
//
// The payment page authorizes by itself; Complete and Status only read. The shop's order number and attempt are the
// OrderId, by which a transaction is found when everything else is lost.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
