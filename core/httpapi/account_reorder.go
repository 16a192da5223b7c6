package httpapi

import (
	"context"

	"kontor.dev/kontor/core/fault"
)

// Reordered is what came of putting an order's products into the cart once more.
type Reordered struct {
	Added     int             `json:"added" doc:"pieces that came into the cart"`
	Left      []ReorderedLess `json:"left" doc:"what did not, or not all of it"`
	CartCount int             `json:"cartCount"`
}

// ReorderedLess is a product of which less came into the cart than was ordered.
type ReorderedLess struct {
	ProductName string `json:"productName"`
	Missing     int    `json:"missing" doc:"pieces"`
	Reason      string `json:"reason" doc:"translation key: product_not_found, product_sold_out, cart_full, or product_short for some pieces"`
}

// reorder adds as many of each product as were ordered, at today's prices, to what the cart has. Warranties are chosen anew: their
// prices and terms may be others.
func (s *Server) reorder(ctx context.Context, in *body[OrderRequest]) (Reordered, error) {
	answer := Reordered{Left: []ReorderedLess{}}
	o, err := s.ownOrder(ctx, in.Body.OrdersID)
	if err != nil {
		return answer, err
	}
	current, err := s.currentSession(ctx)
	if err != nil {
		return answer, err
	}
	held, err := s.deps.Cart.Cart(ctx, current.CartID)
	if err != nil {
		return answer, err
	}
	answer.CartCount = held.Count()
	had := map[int64]int{}
	for _, l := range held.Lines {
		had[l.ProductID] = l.Quantity
	}
	for _, l := range o.Attempt.Lines {
		less := ReorderedLess{ProductName: l.Name, Missing: l.Quantity, Reason: "product_short"}
		change, err := s.deps.Cart.Add(ctx, current.CartID, l.ProductID, l.Quantity)
		switch fault.CodeOf(err) {
		case fault.NotFound, fault.Conflict:
			less.Reason = fault.ReasonOf(err)
		case "":
			came := change.Quantity - had[l.ProductID]
			answer.Added, answer.CartCount, less.Missing = answer.Added+came, change.Content.Cart.Count(), l.Quantity-came
		default:
			return answer, err
		}
		if less.Missing > 0 {
			answer.Left = append(answer.Left, less)
		}
	}
	return answer, nil
}
