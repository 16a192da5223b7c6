// Command klarna is the payment plugin for Klarna: a Klarna Payments session with its widget, and Order Management.
//
// An attempt's life at Klarna, and where it comes from:
//
//	Start: session -> the browser's authorize gives a token -> Authorize: order placed -> Capture -> Refund
//	                                                                             \-> Void: cancelled or released
//
// The order's id is the payment's reference. Every call that changes something carries a Klarna-Idempotency-Key made of the
// shop's key; captures and refunds also carry that key as their reference, by which they are found again after the day for
// which Klarna remembers keys.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
