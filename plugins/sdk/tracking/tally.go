package tracking

import "kontor.dev/kontor/plugins/sdk/provider"

// Tally makes the receipt of a batch that goes to the provider in several requests. The zero value is empty.
type Tally struct {
	receipt Receipt
	refusal error // the provider's, of a whole request
}

// Accept counts events that were taken.
func (t *Tally) Accept(events int) { t.receipt.Accepted += events }

// Reject notes an event that is not to be sent again.
func (t *Tally) Reject(id, code string) {
	t.receipt.Rejected = append(t.receipt.Rejected, Rejection{EventID: id, Code: code})
}

// Failed takes the error of a request that carried these events. If the provider refused what is in the request, its events are
// rejected alone ("refused"), so that the batch goes on without them, and it gives nil; any other error it gives back.
func (t *Tally) Failed(err error, ids ...string) error {
	if !provider.RefusesContent(err) {
		return err
	}
	t.refusal = err
	for _, id := range ids {
		t.Reject(id, "refused")
	}
	return nil
}

// Receipt gives what became of the batch. That nothing was accepted and a request refused is the provider's refusal as an error.
func (t *Tally) Receipt() (Receipt, error) {
	if t.receipt.Accepted == 0 && t.refusal != nil {
		return Receipt{}, t.refusal
	}
	return t.receipt, nil
}
