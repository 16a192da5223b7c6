package cmd

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/order"
)

// An article may stand on two lines, with a warranty and without: its pieces are taken from where they are, each once.
func TestPiecesOfAnArticleAreFoundOnAllOfItsLines(t *testing.T) {
	o := &order.Order{ID: 100001, Status: order.Placed}
	o.Attempt.Lines = []checkout.Line{{ArticleNumber: "NB-1", Quantity: 2}, {ArticleNumber: "CB-1", Quantity: 1}, {ArticleNumber: "NB-1", Quantity: 1, WarrantyID: 7}}
	item := func(line, quantity int) order.Item { return order.Item{Line: line, Quantity: quantity} }
	for text, c := range map[string]struct {
		wanted []string
		out    []order.Item
	}{
		"the first line does":      {[]string{"NB-1=2"}, []order.Item{item(0, 2)}},
		"both lines do":            {[]string{"NB-1=3"}, []order.Item{item(0, 2), item(2, 1)}},
		"asked for twice":          {[]string{"NB-1=2", "NB-1=1"}, []order.Item{item(0, 2), item(2, 1)}},
		"with another":             {[]string{"CB-1=1", "NB-1=1"}, []order.Item{item(1, 1), item(0, 1)}},
		"more than there is stays": {[]string{"NB-1=4"}, []order.Item{item(0, 2), item(2, 2)}},
	} {
		got, err := orderItems(o, 0, c.wanted)
		require.NoError(t, err, text)
		require.Equal(t, c.out, got, text)
	}
	o.Deliveries = []order.Delivery{
		{Number: 1, State: order.Shipped, Items: []order.Item{item(0, 2)}},
		{Number: 2, State: order.Planned, Items: []order.Item{item(1, 1)}},
		{Number: 3, State: order.Planned, Items: []order.Item{item(2, 1)}},
	}
	got, err := orderItems(o, 3, []string{"NB-1=1"})
	require.NoError(t, err)
	require.Equal(t, []order.Item{item(2, 1)}, got, "the others have left")
	for _, text := range []string{"NB-2=1", "NB-1", "NB-1=0", "NB-1=x"} {
		_, err = orderItems(o, 0, []string{text})
		require.ErrorAs(t, err, &usageError{}, text)
	}
}
