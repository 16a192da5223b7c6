package client

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A worker that dies with a step in its hands keeps a customer waiting for so long, and the next one may die as well.
func TestACustomerGetsTheAnswerAfterTwoDeathsOfTheWorker(t *testing.T) {
	timeout := (&Checkout{queue: "kontor"}).options("0199f3c1-5f8e-7c21-9d5c-0f3b8d6c9a11").WorkflowTaskTimeout
	require.Positive(t, timeout)
	require.Less(t, 2*timeout, patience)
}
