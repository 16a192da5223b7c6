// Command amazonpay is the payment plugin for Amazon Pay: Checkout v2 with a signed button, charges, refunds and
// notifications.
//
// An attempt's life at Amazon, and where it comes from:
//
//	express:  Start: button -> buyer chooses -> Start reads the session -> Authorize: redirect -> buyer confirms -> Complete
//	checkout: Start: button with amount and address -> buyer confirms -> Authorize completes the session
//
// Completing a session makes the charge, which Capture, Void and Refund work on. No money is held or taken before, and a
// session completes once. The session's id and the attempt's own reference, which stands in the charge permission, are
// the payment's reference: a session that paid for one order never pays for another.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
