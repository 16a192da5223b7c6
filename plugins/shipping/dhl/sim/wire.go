package sim

import "encoding/json"

// The shapes of Parcel DE Shipping v2 that this simulator reads and writes.

type orderRequest struct {
	Profile   string            `json:"profile"`
	Shipments []json.RawMessage `json:"shipments"`
}

type shipmentRequest struct {
	Product       string    `json:"product"`
	BillingNumber string    `json:"billingNumber"`
	RefNo         string    `json:"refNo,omitempty"`
	CostCenter    string    `json:"costCenter,omitempty"`
	ShipDate      string    `json:"shipDate,omitempty"`
	Shipper       *contact  `json:"shipper"`
	Consignee     *contact  `json:"consignee"`
	Details       *details  `json:"details"`
	Services      *services `json:"services,omitempty"`
}

// contact is the union of the address shapes: a street address, a Packstation (locker), a post office or a PO box.
type contact struct {
	Name          string `json:"name,omitempty"`
	Name1         string `json:"name1,omitempty"`
	Name2         string `json:"name2,omitempty"`
	Name3         string `json:"name3,omitempty"`
	AddressStreet string `json:"addressStreet,omitempty"`
	AddressHouse  string `json:"addressHouse,omitempty"`
	Additional1   string `json:"additionalAddressInformation1,omitempty"`
	PostalCode    string `json:"postalCode,omitempty"`
	City          string `json:"city,omitempty"`
	State         string `json:"state,omitempty"`
	Country       string `json:"country,omitempty"`
	ContactName   string `json:"contactName,omitempty"`
	Phone         string `json:"phone,omitempty"`
	Email         string `json:"email,omitempty"`
	LockerID      int    `json:"lockerID,omitempty"`
	RetailID      int    `json:"retailID,omitempty"`
	PostNumber    string `json:"postNumber,omitempty"`
	POBoxID       int    `json:"poBoxID,omitempty"`
}

type details struct {
	Weight *measure `json:"weight"`
	Dim    *dim     `json:"dim,omitempty"`
}

type measure struct {
	UOM   string      `json:"uom"`
	Value json.Number `json:"value"`
}

type dim struct {
	UOM    string `json:"uom"`
	Height int    `json:"height"`
	Length int    `json:"length"`
	Width  int    `json:"width"`
}

type value struct {
	Currency string      `json:"currency"`
	Value    json.Number `json:"value"`
}

type services struct {
	PreferredNeighbour   string          `json:"preferredNeighbour,omitempty"`
	PreferredLocation    string          `json:"preferredLocation,omitempty"`
	VisualCheckOfAge     string          `json:"visualCheckOfAge,omitempty"`
	NamedPersonOnly      bool            `json:"namedPersonOnly,omitempty"`
	SignedForByRecipient bool            `json:"signedForByRecipient,omitempty"`
	NoNeighbourDelivery  bool            `json:"noNeighbourDelivery,omitempty"`
	BulkyGoods           bool            `json:"bulkyGoods,omitempty"`
	Premium              bool            `json:"premium,omitempty"`
	ClosestDropPoint     bool            `json:"closestDropPoint,omitempty"`
	GoGreenPlus          bool            `json:"goGreenPlus,omitempty"`
	ParcelOutletRouting  string          `json:"parcelOutletRouting,omitempty"`
	AdditionalInsurance  *value          `json:"additionalInsurance,omitempty"`
	CashOnDelivery       *cashOnDelivery `json:"cashOnDelivery,omitempty"`
	PostalDutyPaid       bool            `json:"postalDeliveryDutyPaid,omitempty"`
	Endorsement          string          `json:"endorsement,omitempty"`
}

type cashOnDelivery struct {
	Amount           *value       `json:"amount"`
	BankAccount      *bankAccount `json:"bankAccount,omitempty"`
	AccountReference string       `json:"accountReference,omitempty"`
	TransferNote1    string       `json:"transferNote1"`
	TransferNote2    string       `json:"transferNote2,omitempty"`
}

type bankAccount struct {
	AccountHolder string `json:"accountHolder"`
	IBAN          string `json:"iban"`
	BIC           string `json:"bic,omitempty"`
	BankName      string `json:"bankName,omitempty"`
}

type status struct {
	Title      string `json:"title"`
	StatusCode int    `json:"statusCode"`
	Status     int    `json:"status"`
	Detail     string `json:"detail,omitempty"`
	Instance   string `json:"instance,omitempty"`
}

type message struct {
	Property string `json:"property"`
	Message  string `json:"validationMessage"`
	State    string `json:"validationState"`
}

type document struct {
	B64         string `json:"b64,omitempty"`
	URL         string `json:"url,omitempty"`
	FileFormat  string `json:"fileFormat"`
	PrintFormat string `json:"printFormat"`
}

type responseItem struct {
	ShipmentNo    string    `json:"shipmentNo,omitempty"`
	RoutingCode   string    `json:"routingCode,omitempty"`
	ShipmentRefNo string    `json:"shipmentRefNo,omitempty"`
	SStatus       status    `json:"sstatus"`
	Label         *document `json:"label,omitempty"`
	Validation    []message `json:"validationMessages,omitempty"`
}

type labelResponse struct {
	Status status         `json:"status"`
	Items  []responseItem `json:"items,omitempty"`
}
