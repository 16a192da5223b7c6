package main

// The parts of Parcel DE Shipping v2 that this plugin writes and reads.

type orderRequest struct {
	Profile   string     `json:"profile"`
	Shipments []shipment `json:"shipments"`
}

type shipment struct {
	Product       string    `json:"product"`
	BillingNumber string    `json:"billingNumber"`
	RefNo         string    `json:"refNo"`
	ShipDate      string    `json:"shipDate,omitempty"`
	Shipper       contact   `json:"shipper"`
	Consignee     contact   `json:"consignee"`
	Details       details   `json:"details"`
	Services      *services `json:"services,omitempty"`
}

// contact is a street address, with LockerID a Packstation, or with RetailID a Postfiliale.
type contact struct {
	Name       string `json:"name,omitempty"` // of the customer of a Packstation or Postfiliale
	Name1      string `json:"name1,omitempty"`
	Name2      string `json:"name2,omitempty"`
	Street     string `json:"addressStreet,omitempty"`
	House      string `json:"addressHouse,omitempty"`
	PostalCode string `json:"postalCode"`
	City       string `json:"city"`
	Country    string `json:"country"` // ISO 3166-1 alpha-3
	Phone      string `json:"phone,omitempty"`
	Email      string `json:"email,omitempty"`
	LockerID   int    `json:"lockerID,omitempty"`
	RetailID   int    `json:"retailID,omitempty"`
	PostNumber string `json:"postNumber,omitempty"`
}

type details struct {
	Weight weight `json:"weight"`
	Dim    *dim   `json:"dim,omitempty"`
}

type weight struct {
	UOM   string `json:"uom"`
	Value int64  `json:"value"`
}

type dim struct {
	UOM    string `json:"uom"`
	Height int    `json:"height"`
	Length int    `json:"length"`
	Width  int    `json:"width"`
}

type services struct {
	CashOnDelivery *cashOnDelivery `json:"cashOnDelivery,omitempty"`
	GoGreenPlus    bool            `json:"goGreenPlus,omitempty"`
}

type cashOnDelivery struct {
	Amount        decimalAmount `json:"amount"`
	BankAccount   bankAccount   `json:"bankAccount"`
	TransferNote1 string        `json:"transferNote1"`
}

type bankAccount struct {
	Holder string `json:"accountHolder"`
	IBAN   string `json:"iban"`
}

type requestStatus struct {
	Title      string `json:"title"`
	StatusCode int    `json:"statusCode"`
	Status     int    `json:"status"`
	Detail     string `json:"detail"`
}

// code gives the status under its new or its old name.
func (s requestStatus) code() int {
	if s.Status != 0 {
		return s.Status
	}
	return s.StatusCode
}

type orderAnswer struct {
	Items []struct {
		ShipmentNo string        `json:"shipmentNo"`
		SStatus    requestStatus `json:"sstatus"`
		Label      struct {
			B64 []byte `json:"b64"`
		} `json:"label"`
		Validation []struct {
			Property string `json:"property"`
			Message  string `json:"validationMessage"`
			State    string `json:"validationState"`
		} `json:"validationMessages"`
	} `json:"items"`
}
