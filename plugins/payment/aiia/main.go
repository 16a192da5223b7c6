// Command aiia is the payment plugin for transfers by open banking: Aiia Pay (Mastercard Open Finance Europe), accept
// payments v2.
//
// An attempt's life at Aiia:
//
//	Authorize: payment created -> redirect -> customer chooses a bank and agrees -> Authorized -> Executed
//	                                       \-> refused, given up or forgotten -> Rejected, Failed, Expired
//
// Executed money is taken; there is nothing to capture, and Aiia gives nothing back: a refund is a transfer of the shop's.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
