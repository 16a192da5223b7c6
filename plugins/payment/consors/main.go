// Command consors is the payment plugin for financing with Consors Finanz: the customer's browser posts a form to the
// bank, where the customer applies for the credit.
//
// An attempt's life at the bank:
//
//	Authorize: form -> the customer applies -> ACCEPTED -> Capture: delivered, the bank pays -> Refund: credit taken back
//	                                       \-> PENDING (the bank decides later) -> ACCEPTED or DECLINED
//	                                       \-> DECLINED, CANCELLED
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
