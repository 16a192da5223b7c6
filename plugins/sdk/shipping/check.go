package shipping

import "kontor.dev/kontor/plugins/sdk/base"

// Check is the caller's fault where an address or a parcel is missing, without which nothing can be offered.
func (r OptionsRequest) Check() error {
	if r.Address == nil || len(r.Parcels) == 0 {
		return base.CallerFault("invalid_request", "an address and a parcel are needed")
	}
	return nil
}

// Judge answers ValidateAddress from a check that gives what is wrong with an address; a request without one is the caller's fault.
func Judge(r ValidateAddressRequest, check func(*base.Address) base.Misfits) (Verdict, error) {
	if r.Address == nil {
		return Verdict{}, base.CallerFault("invalid_request", "an address is needed")
	}
	wrong := check(r.Address)
	return Verdict{Deliverable: len(wrong) == 0, Fields: wrong}, nil
}
