// Command applepay is the payment plugin for Apple Pay on the web. Apple validates the shop and encrypts the card into a
// token; Saferpay opens the token and moves the money.
//
// An attempt's life, and where it comes from:
//
//	Start: payment request -> the sheet opens -> Start with validation_url: merchant session -> the customer agrees
//	-> Authorize: token to Saferpay -> authorized -> Capture on dispatch -> Refund
//	                              \-> declined   \-> Void
//
// The payment's reference is Saferpay's transaction id. Saferpay has no idempotency that it promises, so order number and
// attempt go along as the order id, and whatever may have happened is looked up by it before anything is sent again.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
