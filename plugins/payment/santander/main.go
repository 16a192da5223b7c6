// Command santander is the payment plugin for financing with Santander Consumer Bank: the customer applies and signs on
// the bank's pages.
//
// An attempt's life at the bank:
//
//	Authorize: application -> redirect -> submitted -> in decision -> approved -> signed -> Capture: paid out -> Refund
//	                                   \-> cancelled, expired      \-> declined
//
// The bank publishes no interface; bank.go holds what is assumed of it, and nothing else in this plugin knows it.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
