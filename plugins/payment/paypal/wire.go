package main

import "time"

// The parts of Orders v2, Payments v2 and Webhooks v1 that this plugin writes and reads.

type createOrder struct {
	Intent        string         `json:"intent"`
	PurchaseUnits []purchaseUnit `json:"purchase_units"`
	PaymentSource paymentSource  `json:"payment_source"`
}

type purchaseUnit struct {
	Amount    unitAmount `json:"amount"`
	CustomID  string     `json:"custom_id,omitempty"`
	InvoiceID string     `json:"invoice_id,omitempty"`
	Items     []item     `json:"items,omitempty"`
	Shipping  *shipping  `json:"shipping,omitempty"`
}

type unitAmount struct {
	amount
	Breakdown *breakdown `json:"breakdown,omitempty"`
}

type breakdown struct {
	ItemTotal amount  `json:"item_total"`
	Shipping  *amount `json:"shipping,omitempty"`
	Handling  *amount `json:"handling,omitempty"`
	Discount  *amount `json:"discount,omitempty"`
}

type item struct {
	Name       string `json:"name"`
	Quantity   string `json:"quantity"`
	UnitAmount amount `json:"unit_amount"`
	SKU        string `json:"sku,omitempty"`
	Category   string `json:"category"`
}

type shipping struct {
	Name    fullName `json:"name"`
	Address address  `json:"address"`
}

type fullName struct {
	FullName string `json:"full_name"`
}

type address struct {
	Line1      string `json:"address_line_1"`
	Line2      string `json:"address_line_2,omitempty"`
	City       string `json:"admin_area_2"`
	PostalCode string `json:"postal_code"`
	Country    string `json:"country_code"`
}

type paymentSource struct {
	PayPal wallet `json:"paypal"`
}

type wallet struct {
	Email      string     `json:"email_address,omitempty"`
	Experience experience `json:"experience_context"`
}

type experience struct {
	Brand              string `json:"brand_name,omitempty"`
	Locale             string `json:"locale,omitempty"`
	ShippingPreference string `json:"shipping_preference"`
	ReturnURL          string `json:"return_url"`
	CancelURL          string `json:"cancel_url"`
	UserAction         string `json:"user_action"`
	MethodPreference   string `json:"payment_method_preference"`
}

// patch is one change of an order, a JSON Patch (RFC 6902).
type patch struct {
	Op    string `json:"op"` // add, replace or remove
	Path  string `json:"path"`
	Value any    `json:"value,omitempty"`
}

type captureAuthorization struct {
	Amount amount `json:"amount"`
	Final  bool   `json:"final_capture"`
}

type createRefund struct {
	Amount amount `json:"amount"`
	Note   string `json:"note_to_payer,omitempty"`
}

type link struct {
	Href string `json:"href"`
	Rel  string `json:"rel"`
}

type order struct {
	ID         string    `json:"id"`
	Status     string    `json:"status"`
	Intent     string    `json:"intent"`
	CreateTime time.Time `json:"create_time"`
	Links      []link    `json:"links"`
	Payer      payer     `json:"payer"`
	Source     struct {
		PayPal payer `json:"paypal"`
	} `json:"payment_source"`
	Units []struct {
		purchaseUnit
		Payments struct {
			Authorizations []transaction `json:"authorizations"`
			Captures       []transaction `json:"captures"`
			Refunds        []transaction `json:"refunds"`
		} `json:"payments"`
	} `json:"purchase_units"`
}

// payer is the owner of the PayPal account, known once they approved.
type payer struct {
	Email string `json:"email_address"`
	Name  struct {
		Given   string `json:"given_name"`
		Surname string `json:"surname"`
	} `json:"name"`
	Address *address `json:"address"`
}

// transaction is an authorization, a capture or a refund.
type transaction struct {
	ID            string    `json:"id"`
	Status        string    `json:"status"`
	Amount        amount    `json:"amount"`
	CustomID      string    `json:"custom_id"`
	CreateTime    time.Time `json:"create_time"`
	UpdateTime    time.Time `json:"update_time"`
	Expiration    time.Time `json:"expiration_time"`
	Links         []link    `json:"links"`
	Supplementary struct {
		RelatedIDs struct {
			OrderID string `json:"order_id"`
		} `json:"related_ids"`
	} `json:"supplementary_data"`
}

// problem is PayPal's error document.
type problem struct {
	Name    string `json:"name"`
	Message string `json:"message"`
	DebugID string `json:"debug_id"`
	Details []struct {
		Issue string `json:"issue"`
		Field string `json:"field"`
	} `json:"details"`
}
