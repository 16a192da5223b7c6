package main

import (
	"encoding/json"
	"net/http"
	"os/exec"
	"path/filepath"
	"testing"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

const webhookSecret = base.Secret("webhook-secret-of-the-test")

func TestConformance(t *testing.T) {
	target := conformanceTarget(t)
	target.New = newPlugin
	sdktest.Run(t, target)
}

// The same checks against the program as the host runs it.
func TestConformanceOfTheProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	target := conformanceTarget(t)
	target.Binary = filepath.Join(t.TempDir(), "fake")
	output, err := exec.Command("go", "build", "-o", target.Binary, ".").CombinedOutput()
	if err != nil {
		t.Fatal(string(output))
	}
	sdktest.Run(t, target)
}

func conformanceTarget(t *testing.T) sdktest.Target {
	eur := func(minor int64) base.Money { return base.Money{Minor: minor, Currency: "EUR"} }
	authorize := func(method, word string) payment.AuthorizeRequest {
		return payment.AuthorizeRequest{
			Method: method, IdempotencyKey: "order-1-" + word,
			Purchase: payment.Purchase{OrderNumber: "1", Attempt: 1, Amount: eur(1234), Customer: payment.Customer{Email: word + "@example.org"}},
			URLs:     payment.URLs{Return: "https://shop.example/return"},
		}
	}
	return sdktest.Target{
		Config: base.Config{
			Values:  map[string]string{"state_dir": t.TempDir()},
			Secrets: map[string]base.Secret{"api_key": "key-of-the-test", "webhook_secret": webhookSecret},
		},
		Payment: &sdktest.Payment{
			Authorize: []payment.AuthorizeRequest{
				authorize(methodLater, "approve"), authorize(methodNow, "approve2"), authorize(methodLater, "redirect"),
				authorize(methodLater, "form"), authorize(methodNow, "pending"),
			},
			Webhook: func() base.WebhookRequest {
				body, _ := json.Marshal(notification{ID: "evt-1", Kind: "captured", Reference: "FAKE-1", Minor: 1234, Currency: "EUR"})
				return base.WebhookRequest{
					Method: http.MethodPost, Body: body, Headers: http.Header{signatureHeader: {sign(webhookSecret, body)}},
				}
			},
		},
		Shipping: &sdktest.Shipping{
			Options: shipping.OptionsRequest{Parcels: []shipping.Parcel{{WeightGrams: 2000, Value: eur(1234)}}},
			Shipment: &shipping.ShipmentRequest{
				IdempotencyKey: "shipment-1", OptionID: "fake_standard", Parcels: []shipping.Parcel{{WeightGrams: 2000}},
			},
		},
		Tracking: &sdktest.Tracking{},
	}
}
