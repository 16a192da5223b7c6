// Command mondu is the payment plugin for Mondu: pay later for businesses, by invoice, direct debit or instalments.
//
// An attempt's life at Mondu, and where it comes from:
//
//	Authorize: order created -> redirect -> buyer authorizes -> Complete: confirmed (or pending) -> Capture: invoice -> Refund
//	                                    \-> declined, cancelled                                 \-> Void: cancelled
//
// The order's uuid is the payment's reference. Mondu has no idempotency keys: an order counts only once it is confirmed, which
// the plugin does with the one that the shop knows; invoices and credit notes are looked up by their reference, made of the
// shop's key, before they are made.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
