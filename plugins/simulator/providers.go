package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"time"

	aiia "kontor.dev/kontor/plugins/payment/aiia/sim"
	amazonpay "kontor.dev/kontor/plugins/payment/amazonpay/sim"
	applepay "kontor.dev/kontor/plugins/payment/applepay/sim"
	consors "kontor.dev/kontor/plugins/payment/consors/sim"
	klarna "kontor.dev/kontor/plugins/payment/klarna/sim"
	mondu "kontor.dev/kontor/plugins/payment/mondu/sim"
	payone "kontor.dev/kontor/plugins/payment/payone/sim"
	paypal "kontor.dev/kontor/plugins/payment/paypal/sim"
	saferpay "kontor.dev/kontor/plugins/payment/saferpay/sim"
	santander "kontor.dev/kontor/plugins/payment/santander/sim"
	dhl "kontor.dev/kontor/plugins/shipping/dhl/sim"
	hermes "kontor.dev/kontor/plugins/shipping/hermes/sim"
	ups "kontor.dev/kontor/plugins/shipping/ups/sim"
	"kontor.dev/kontor/plugins/simulator/books"
	"kontor.dev/kontor/plugins/simulator/stage"
	"kontor.dev/kontor/plugins/simulator/vies"
	collector "kontor.dev/kontor/plugins/tracking/collector/sim"
	ga4 "kontor.dev/kontor/plugins/tracking/ga4/sim"
	matomo "kontor.dev/kontor/plugins/tracking/matomo/sim"
	retarget "kontor.dev/kontor/plugins/tracking/retarget/sim"
)

// reviewTime is how long a payment under review takes where nobody decides it.
const reviewTime = 5 * time.Second

// open makes every simulated provider. public is the address under which each has a path of its name, delay what their
// notifications take.
func open(public string, delay time.Duration) ([]stage.Provider, error) {
	pay, err := paypal.New(paypal.Config{BaseURL: public + "/paypal", WebhookDelay: delay})
	if err != nil {
		return nil, err
	}
	amazon, err := amazonpay.New(amazonpay.Config{
		BaseURL: public + "/amazonpay", WebhookDelay: delay, SettleAfter: reviewTime,
		IPNURL: os.Getenv("KONTOR_AMAZONPAY_WEBHOOK_URL"), KeyFile: os.Getenv("KONTOR_AMAZONPAY_KEY_FILE"),
	})
	if err != nil {
		return nil, err
	}
	apple, err := applepay.New(applepay.Config{BaseURL: public + "/applepay"})
	if err != nil {
		return nil, err
	}
	return []stage.Provider{
		aiia.New(aiia.Config{BaseURL: public + "/aiia", WebhookDelay: delay, WebhookURL: os.Getenv("KONTOR_AIIA_WEBHOOK_URL")}),
		consors.New(consors.Config{BaseURL: public + "/consors", WebhookDelay: delay}),
		amazon,
		apple,
		klarna.New(klarna.Config{BaseURL: public + "/klarna", WebhookDelay: delay}),
		mondu.New(mondu.Config{BaseURL: public + "/mondu", WebhookDelay: delay}),
		pay,
		payone.New(payone.Config{
			BaseURL: public + "/payone", Merchant: "54321", Account: "12345", Portal: "1234567", Key: "simulator",
			NotifyURL: cmp.Or(os.Getenv("KONTOR_PAYONE_WEBHOOK_URL"), "/webhooks/payone"), WebhookDelay: delay,
		}),
		saferpay.New(saferpay.Config{BaseURL: public + "/saferpay", WebhookDelay: delay}),
		santander.New(santander.Config{BaseURL: public + "/santander", WebhookDelay: delay}),
		dhl.New(dhl.Config{BaseURL: public + "/dhl", WebhookDelay: delay}),
		hermes.New(hermes.Config{}),
		ups.New(ups.Config{
			WebhookURL:   os.Getenv("KONTOR_UPS_WEBHOOK_URL"),
			Credential:   cmp.Or(os.Getenv("KONTOR_UPS_WEBHOOK_CREDENTIAL"), "simulator-webhook-credential"),
			WebhookDelay: delay,
		}),
		collector.New(collector.Config{}),
		ga4.New(ga4.Config{MeasurementID: "G-SIMULATOR", Secret: "simulator"}),
		matomo.New(matomo.Config{Site: "1", Token: "simulator", Super: true}),
		vies.New(),
		retarget.New(retarget.Config{Account: "12345", MappingKey: "678", Key: "simulator"}),
	}, nil
}

// shut ends the providers that send notifications.
func shut(providers []stage.Provider) {
	for _, p := range providers {
		if c, ok := p.(interface{ Close() }); ok {
			c.Close()
		}
	}
}

// keep opens the books at path and gives the providers that keep any what they knew. Without a path there are none.
func keep(path string, lazy bool, providers []stage.Provider) (*books.Books, error) {
	if path == "" {
		return nil, nil
	}
	kept, err := books.Open(path)
	if err != nil {
		return nil, err
	}
	if lazy {
		kept.Lazily()
	}
	for _, p := range providers {
		if k, ok := p.(stage.Keeper); ok {
			if err := kept.Restore(k); err != nil {
				return nil, errors.Join(fmt.Errorf("%s: %w; without this file they begin anew", path, err), kept.Close())
			}
		}
	}
	return kept, nil
}
