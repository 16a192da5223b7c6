package main

import (
	"cmp"
	"os"
	"time"

	aiia "kontor.dev/kontor/plugins/payment/aiia/sim"
	klarna "kontor.dev/kontor/plugins/payment/klarna/sim"
	paypal "kontor.dev/kontor/plugins/payment/paypal/sim"
	saferpay "kontor.dev/kontor/plugins/payment/saferpay/sim"
	dhl "kontor.dev/kontor/plugins/shipping/dhl/sim"
	ups "kontor.dev/kontor/plugins/shipping/ups/sim"
	"kontor.dev/kontor/plugins/simulator/stage"
	collector "kontor.dev/kontor/plugins/tracking/collector/sim"
)

// open makes every simulated provider. public is the address under which each has a path of its name, delay what their
// notifications take.
func open(public string, delay time.Duration) ([]stage.Provider, error) {
	pay, err := paypal.New(paypal.Config{BaseURL: public + "/paypal", WebhookDelay: delay})
	if err != nil {
		return nil, err
	}
	return []stage.Provider{
		aiia.New(aiia.Config{BaseURL: public + "/aiia", WebhookDelay: delay}),
		klarna.New(klarna.Config{BaseURL: public + "/klarna", WebhookDelay: delay}),
		pay,
		saferpay.New(saferpay.Config{BaseURL: public + "/saferpay", WebhookDelay: delay}),
		dhl.New(dhl.Config{BaseURL: public + "/dhl", WebhookDelay: delay}),
		ups.New(ups.Config{
			WebhookURL:   os.Getenv("KONTOR_UPS_WEBHOOK_URL"),
			Credential:   cmp.Or(os.Getenv("KONTOR_UPS_WEBHOOK_CREDENTIAL"), "simulator-webhook-credential"),
			WebhookDelay: delay,
		}),
		collector.New(collector.Config{}),
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
