package main

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"
)

// The expectations are those of Amazon's own SDK tests: the PHP SDK's ClientTest and the .NET SDK's CanonicalBuilderTest
// and SignatureHelperTest.
func TestCanonicalRequestAsAmazonsSDKsBuildIt(t *testing.T) {
	require.Equal(t, "amount=100.50&chargePermissionId=P03-0772540-6944847&chargeReferenceId=chargeReferenceId-1&chargeTotal=100.50"+
		"&currencyCode=JPY&customInformation=Information%20about%20order&merchantOrderId=Order%20123&merchantStoreName=Name%20of%20Store"+
		"&metadata.1=shoe%20sale&metadata.2=Information%20about%20order&softDescriptor=chargeTest-1",
		canonicalQuery(url.Values{
			"chargePermissionId": {"P03-0772540-6944847"}, "chargeReferenceId": {"chargeReferenceId-1"}, "chargeTotal": {"100.50"},
			"currencyCode": {"JPY"}, "amount": {"100.50"}, "softDescriptor": {"chargeTest-1"}, "metadata.1": {"shoe sale"},
			"metadata.2": {"Information about order"}, "customInformation": {"Information about order"},
			"merchantStoreName": {"Name of Store"}, "merchantOrderId": {"Order 123"},
		}))
	php := map[string]string{"accept": "application/json", "content-type": "application/json", "x-amz-pay-host": "pay-api.amazon.jp"}
	require.Equal(t, "accept:application/json\ncontent-type:application/json\nx-amz-pay-host:pay-api.amazon.jp\n", canonicalHeaders(php))
	require.Equal(t, "accept;content-type;x-amz-pay-host", signedHeaders(php))

	net := map[string]string{"accept": "application/json", "content-type": "application/json", "x-amz-pay-region": "eu",
		"x-amz-pay-date": "20181013T004102Z", "x-amz-pay-host": "pay-api.amazon.eu"}
	headers := "accept:application/json\ncontent-type:application/json\nx-amz-pay-date:20181013T004102Z\n" +
		"x-amz-pay-host:pay-api.amazon.eu\nx-amz-pay-region:eu\n"
	names := "accept;content-type;x-amz-pay-date;x-amz-pay-host;x-amz-pay-region"
	require.Equal(t, headers, canonicalHeaders(net))
	require.Equal(t, names, signedHeaders(net))
	require.Equal(t, "POST\n/sandbox/in-store/v1/merchantScan\n\n"+headers+"\n"+names+"\n"+hash([]byte("{}")),
		canonicalRequest("POST", "/sandbox/in-store/v1/merchantScan", nil, net, []byte("{}")))
	require.Equal(t, "GET\n/\n", canonicalRequest("GET", "", nil, nil, nil)[:6])
}

func TestTheButtonsStringToSignAsAmazonPublishedIt(t *testing.T) {
	payload := `{"storeId":"amzn1.application-oa2-client.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx","webCheckoutDetails":` +
		`{"checkoutReviewReturnUrl":"https://localhost/test/CheckoutReview.php","checkoutResultReturnUrl":"https://localhost/test/CheckoutResult.php"}}`
	want := "AMZN-PAY-RSASSA-PSS-V2\n8dec52d799607be40f82d5c8e7ecb6c171e6591c41b1111a576b16076c89381c"
	require.Equal(t, want, stringToSign(payload))

	key, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(t, err)
	signature, err := (&signer{key: key}).sign(payload)
	require.NoError(t, err)
	raw, err := base64.StdEncoding.DecodeString(signature)
	require.NoError(t, err)
	digest := sha256.Sum256([]byte(want))
	require.NoError(t, rsa.VerifyPSS(&key.PublicKey, crypto.SHA256, digest[:], raw, &rsa.PSSOptions{SaltLength: 32}))
	require.Error(t, rsa.VerifyPSS(&key.PublicKey, crypto.SHA256, digest[:], raw, &rsa.PSSOptions{SaltLength: 20}), "the salt of the first version")
}

func TestIdempotencyKeysAreShortAndApart(t *testing.T) {
	require.Regexp(t, `^[0-9a-f]{32}$`, idempotencyKey("capture", "K-1"))
	require.Equal(t, idempotencyKey("capture", "K-1"), idempotencyKey("capture", "K-1"))
	require.NotEqual(t, idempotencyKey("capture", "K-1"), idempotencyKey("refund", "K-1"))
}
