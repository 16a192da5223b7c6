// Command payone is the payment plugin for credit cards over PAYONE's classic interface: the browser has its card checked
// at the gateway and gets a pseudo card number for it; the shop and this plugin see only that.
//
// An attempt's life at PAYONE, and where it comes from:
//
//	Authorize: preauthorization -> approved -> Capture -> Refund
//	                            \-> 3-D Secure page -> Complete or a notification: approved, or declined
//
// PAYONE has no call that asks for a payment's state: it tells by notifications. What this process has done and heard is
// in its ledger; what it cannot know is unknown until the notification comes. No repetition can charge twice, because
// PAYONE takes a reference once and a sequence number once.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
