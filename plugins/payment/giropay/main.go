// Command giropay keeps a retired payment method: giropay (paydirekt) was shut down on 31 December 2024. The method is not
// offered any more; its title stays with the orders that were paid with it, and what nobody can do any more is said
// plainly.
package main

import "kontor.dev/kontor/plugins/sdk"

func main() { sdk.Serve(newPlugin()) }
