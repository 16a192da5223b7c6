package main

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/reflect/protoreflect"

	"kontor.dev/kontor/plugins/gen/basev1"
	"kontor.dev/kontor/plugins/gen/paymentv1"
	"kontor.dev/kontor/plugins/gen/shippingv1"
	"kontor.dev/kontor/plugins/gen/trackingv1"
)

// The page has every field and call of the contract that the SDK is compiled with.
func TestThePageLeavesNothingOut(t *testing.T) {
	raw, err := os.ReadFile("../../docs/contract.md")
	require.NoError(t, err)
	page := string(raw)
	for _, f := range []protoreflect.FileDescriptor{
		basev1.File_kontor_base_v1_base_proto, paymentv1.File_kontor_payment_v1_payment_proto,
		shippingv1.File_kontor_shipping_v1_shipping_proto, trackingv1.File_kontor_tracking_v1_tracking_proto,
	} {
		for i := range f.Services().Len() {
			for j := range f.Services().Get(i).Methods().Len() {
				require.Contains(t, page, fmt.Sprintf("| `%s` |", f.Services().Get(i).Methods().Get(j).Name()))
			}
		}
		for i := range f.Messages().Len() {
			m := f.Messages().Get(i)
			require.Contains(t, page, "### "+title(m)+"\n")
			for j := range m.Fields().Len() {
				require.Contains(t, page, fmt.Sprintf("| %d | `%s` |", m.Fields().Get(j).Number(), m.Fields().Get(j).Name()), m.FullName())
			}
		}
		for i := range f.Enums().Len() {
			for j := range f.Enums().Get(i).Values().Len() {
				require.Contains(t, page, fmt.Sprintf("`%s`", f.Enums().Get(i).Values().Get(j).Name()))
			}
		}
	}
}

func TestWhatIsNoDescriptorSetIsRefused(t *testing.T) {
	for _, raw := range [][]byte{nil, []byte("garbage")} {
		_, err := render(raw)
		require.Error(t, err)
	}
}
