package main

import (
	"bytes"
	"encoding/json"
)

// The parts of the Shipping API, version v2409, that this plugin writes and reads. Every scalar is text.

type code struct {
	Code string `json:"Code"`
}

type shipRequest struct {
	ShipmentRequest struct {
		Request struct {
			RequestOption string `json:"RequestOption"`
		} `json:"Request"`
		Shipment           shipment           `json:"Shipment"`
		LabelSpecification labelSpecification `json:"LabelSpecification"`
	} `json:"ShipmentRequest"`
}

type shipment struct {
	Description        string      `json:"Description"`
	Shipper            party       `json:"Shipper"`
	ShipTo             party       `json:"ShipTo"`
	ShipFrom           *party      `json:"ShipFrom,omitempty"`
	ReferenceNumber    []reference `json:"ReferenceNumber"`
	PaymentInformation payment     `json:"PaymentInformation"`
	Service            code        `json:"Service"`
	Package            []parcel    `json:"Package"`
}

type party struct {
	Name          string  `json:"Name"`
	AttentionName string  `json:"AttentionName,omitempty"`
	ShipperNumber string  `json:"ShipperNumber,omitempty"`
	Phone         *phone  `json:"Phone,omitempty"`
	EMailAddress  string  `json:"EMailAddress,omitempty"`
	Address       address `json:"Address"`
}

type phone struct {
	Number string `json:"Number"`
}

type address struct {
	AddressLine []string `json:"AddressLine"`
	City        string   `json:"City"`
	PostalCode  string   `json:"PostalCode"`
	CountryCode string   `json:"CountryCode"`
}

type reference struct {
	Value string `json:"Value"`
}

type payment struct {
	ShipmentCharge []charge `json:"ShipmentCharge"`
}

type charge struct {
	Type        string `json:"Type"`
	BillShipper struct {
		AccountNumber string `json:"AccountNumber"`
	} `json:"BillShipper"`
}

type parcel struct {
	Packaging     code        `json:"Packaging"`
	Dimensions    *dimensions `json:"Dimensions,omitempty"`
	PackageWeight weight      `json:"PackageWeight"`
}

type dimensions struct {
	UnitOfMeasurement code   `json:"UnitOfMeasurement"`
	Length            string `json:"Length"`
	Width             string `json:"Width"`
	Height            string `json:"Height"`
}

type weight struct {
	UnitOfMeasurement code   `json:"UnitOfMeasurement"`
	Weight            string `json:"Weight"`
}

type labelSpecification struct {
	LabelImageFormat code   `json:"LabelImageFormat"`
	HTTPUserAgent    string `json:"HTTPUserAgent,omitempty"`
	CharacterSet     string `json:"CharacterSet,omitempty"`
	LabelStockSize   struct {
		Height string `json:"Height"`
		Width  string `json:"Width"`
	} `json:"LabelStockSize"`
}

// label is a file; UPS gives it as base64, which is what []byte is in JSON.
type label struct {
	ImageFormat      code   `json:"ImageFormat"`      // of a new shipment
	LabelImageFormat code   `json:"LabelImageFormat"` // of a recovered one
	GraphicImage     []byte `json:"GraphicImage"`
}

type shipAnswer struct {
	ShipmentResponse struct {
		ShipmentResults struct {
			ShipmentIdentificationNumber string `json:"ShipmentIdentificationNumber"`
			PackageResults               []struct {
				TrackingNumber string `json:"TrackingNumber"`
				ShippingLabel  label  `json:"ShippingLabel"`
			} `json:"PackageResults"`
		} `json:"ShipmentResults"`
	} `json:"ShipmentResponse"`
}

type recoveryRequest struct {
	LabelRecoveryRequest struct {
		Request            struct{} `json:"Request"`
		LabelSpecification struct {
			LabelImageFormat code   `json:"LabelImageFormat"`
			HTTPUserAgent    string `json:"HTTPUserAgent,omitempty"`
		} `json:"LabelSpecification"`
		ReferenceValues struct {
			ReferenceNumber reference `json:"ReferenceNumber"`
			ShipperNumber   string    `json:"ShipperNumber"`
		} `json:"ReferenceValues"`
	} `json:"LabelRecoveryRequest"`
}

type recoveryAnswer struct {
	LabelRecoveryResponse struct {
		ShipmentIdentificationNumber string       `json:"ShipmentIdentificationNumber"`
		LabelResults                 labelResults `json:"LabelResults"`
	} `json:"LabelRecoveryResponse"`
}

type labelResult struct {
	TrackingNumber string `json:"TrackingNumber"`
	LabelImage     label  `json:"LabelImage"`
}

// labelResults are an array in UPS's specification. What is the only one comes by itself, as in all answers of versions that are
// older than v2403.
type labelResults []labelResult

// UnmarshalJSON takes both.
func (l *labelResults) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(data, []byte("{")) {
		*l = make(labelResults, 1)
		return json.Unmarshal(data, &(*l)[0])
	}
	return json.Unmarshal(data, (*[]labelResult)(l))
}

type errorAnswer struct {
	Response struct {
		Errors []struct {
			Code string `json:"code"`
		} `json:"errors"`
	} `json:"response"`
}
