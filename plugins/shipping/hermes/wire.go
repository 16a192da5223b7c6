package main

// The parts of the HSI order API that this plugin writes and reads.

type orderRequest struct {
	ClientReference  string       `json:"clientReference"`  // what a person recognises
	ClientReference2 string       `json:"clientReference2"` // what the plugin finds the order by
	ReceiverName     receiverName `json:"receiverName"`
	ReceiverAddress  receiver     `json:"receiverAddress"`
	ReceiverContact  *contact     `json:"receiverContact,omitempty"`
	Parcel           parcel       `json:"parcel"`
	Service          service      `json:"service"`
}

type receiverName struct {
	FirstName string `json:"firstname,omitempty"`
	LastName  string `json:"lastname"`
}

type receiver struct {
	Street      string `json:"street"`
	HouseNumber string `json:"houseNumber,omitempty"`
	ZipCode     string `json:"zipCode"`
	Town        string `json:"town"`
	CountryCode string `json:"countryCode"`
	Addition    string `json:"addressAddition,omitempty"`
}

type contact struct {
	Phone string `json:"phone,omitempty"`
	Mail  string `json:"mail,omitempty"`
}

type parcel struct {
	Class       string `json:"parcelClass,omitempty"`
	Height      int    `json:"parcelHeight,omitempty"` // millimetres
	Width       int    `json:"parcelWidth,omitempty"`
	Depth       int    `json:"parcelDepth,omitempty"`
	Weight      int64  `json:"parcelWeight"` // grams
	ProductType string `json:"productType"`
}

type service struct {
	ParcelShop parcelShopDelivery `json:"parcelShopDeliveryService"`
	Alert      customerAlert      `json:"customerAlertService"`
}

type parcelShopDelivery struct {
	Rule      string `json:"psSelectionRule"`
	ID        string `json:"psID,omitempty"`
	FirstName string `json:"psCustomerFirstName,omitempty"`
	LastName  string `json:"psCustomerLastName"`
}

type customerAlert struct {
	Type   string `json:"notificationType"`
	Email  string `json:"notificationEmail,omitempty"`
	Number string `json:"notificationNumber,omitempty"`
}

type resultCode struct {
	Code string `json:"code"` // e... is an error, w... a warning
}

type orderAnswer struct {
	ResultCodes     []resultCode `json:"listOfResultCodes"`
	ShipmentID      string       `json:"shipmentID"`
	ShipmentOrderID string       `json:"shipmentOrderID"`
	LabelImage      []byte       `json:"labelImage"` // base64, which is what []byte is in JSON
	LabelMediatype  string       `json:"labelMediatype"`
}

type ordersAnswer struct {
	Clients []struct {
		Senders []struct {
			Orders []struct {
				ShipmentOrderID  string `json:"shipmentOrderID"`
				State            string `json:"actualOrderState"`
				ClientReference2 string `json:"clientReference2"`
			} `json:"listOfShipmentOrders"`
		} `json:"listOfSenders"`
	} `json:"listOfClients"`
}
