package sim

// The shapes that this simulator reads. Every scalar is text: a number where text is due does not decode.

type code struct {
	Code        string `json:"Code"`
	Description string `json:"Description,omitempty"`
}

type shipRequest struct {
	ShipmentRequest *struct {
		Request            *request    `json:"Request"`
		Shipment           *shipping   `json:"Shipment"`
		LabelSpecification *labelOrder `json:"LabelSpecification"`
	} `json:"ShipmentRequest"`
}

type request struct {
	SubVersion           string `json:"SubVersion,omitempty"`
	RequestOption        string `json:"RequestOption"`
	TransactionReference *struct {
		CustomerContext string `json:"CustomerContext"`
	} `json:"TransactionReference,omitempty"`
}

type shipping struct {
	Description        string      `json:"Description"`
	Shipper            *party      `json:"Shipper"`
	ShipTo             *party      `json:"ShipTo"`
	ShipFrom           *party      `json:"ShipFrom,omitempty"`
	ReferenceNumber    []reference `json:"ReferenceNumber,omitempty"`
	PaymentInformation *struct {
		ShipmentCharge []struct {
			Type        string `json:"Type"`
			BillShipper *struct {
				AccountNumber string `json:"AccountNumber"`
			} `json:"BillShipper"`
		} `json:"ShipmentCharge"`
	} `json:"PaymentInformation"`
	Service *code     `json:"Service"`
	Package []packing `json:"Package"`
}

type party struct {
	Name          string `json:"Name"`
	AttentionName string `json:"AttentionName,omitempty"`
	CompanyName   string `json:"CompanyDisplayableName,omitempty"`
	ShipperNumber string `json:"ShipperNumber,omitempty"`
	Phone         *struct {
		Number    string `json:"Number"`
		Extension string `json:"Extension,omitempty"`
	} `json:"Phone,omitempty"`
	EMailAddress string  `json:"EMailAddress,omitempty"`
	Address      address `json:"Address"`
}

type address struct {
	AddressLine       []string `json:"AddressLine"`
	City              string   `json:"City"`
	StateProvinceCode string   `json:"StateProvinceCode,omitempty"`
	PostalCode        string   `json:"PostalCode"`
	CountryCode       string   `json:"CountryCode"`
}

type reference struct {
	Code  string `json:"Code,omitempty"`
	Value string `json:"Value"`
}

type packing struct {
	Description string `json:"Description,omitempty"`
	Packaging   *code  `json:"Packaging"`
	Dimensions  *struct {
		UnitOfMeasurement code   `json:"UnitOfMeasurement"`
		Length            string `json:"Length"`
		Width             string `json:"Width"`
		Height            string `json:"Height"`
	} `json:"Dimensions,omitempty"`
	PackageWeight *struct {
		UnitOfMeasurement code   `json:"UnitOfMeasurement"`
		Weight            string `json:"Weight"`
	} `json:"PackageWeight"`
}

type labelOrder struct {
	LabelImageFormat *code  `json:"LabelImageFormat"`
	HTTPUserAgent    string `json:"HTTPUserAgent,omitempty"`
	CharacterSet     string `json:"CharacterSet,omitempty"`
	LabelStockSize   *struct {
		Height string `json:"Height"`
		Width  string `json:"Width"`
	} `json:"LabelStockSize,omitempty"`
}

type recoveryRequest struct {
	LabelRecoveryRequest *struct {
		Request            *request    `json:"Request,omitempty"`
		LabelSpecification *labelOrder `json:"LabelSpecification"`
		TrackingNumber     string      `json:"TrackingNumber,omitempty"`
		ReferenceValues    *struct {
			ReferenceNumber reference `json:"ReferenceNumber"`
			ShipperNumber   string    `json:"ShipperNumber"`
		} `json:"ReferenceValues,omitempty"`
	} `json:"LabelRecoveryRequest"`
}

type alertRequest struct {
	Locale             string   `json:"locale"`
	CountryCode        string   `json:"countryCode"`
	TrackingNumberList []string `json:"trackingNumberList"`
	EventPreferences   []string `json:"eventPreferences,omitempty"`
}
