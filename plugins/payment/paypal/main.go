// Command paypal is the payment plugin for PayPal: Orders v2 with a redirect, webhooks, refunds.
//
// An attempt's life at PayPal, and where it comes from:
//
//	Authorize: order created -> redirect -> customer approves -> Complete: captured (or authorized) -> Refund
//	                                    \-> customer cancels or lets it expire -> declined
//
// The order's id is the payment's reference from the redirect on. Every call that moves money carries a PayPal-Request-Id
// made of the shop's idempotency key, and PayPal captures an order once, so no repetition can charge twice.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
