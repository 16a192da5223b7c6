package app

import (
	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/reseal"
)

// Renewals give what seals each kind anew, by the keys of the settings.
func Renewals(cfg config.Config) (map[reseal.Kind]reseal.Renew, error) {
	seal, err := newSeal(cfg)
	if err != nil {
		return nil, err
	}
	vault, err := newVault(cfg)
	if err != nil {
		return nil, err
	}
	return map[reseal.Kind]reseal.Renew{
		reseal.Cards: func(k *reseal.Kept) (*reseal.Kept, error) {
			fresh, err := seal.RenewCard(k.CustomerID, k.Content)
			if fresh == nil || err != nil {
				return nil, err
			}
			return &reseal.Kept{Content: fresh.Sealed, Digest: fresh.Digest}, nil
		},
		reseal.Exports: func(k *reseal.Kept) (*reseal.Kept, error) {
			fresh, err := seal.Renew(k.CustomerID, k.Content)
			return renewed(fresh, err)
		},
		reseal.Proofs: func(k *reseal.Kept) (*reseal.Kept, error) {
			fresh, err := vault.Renew(k.ID, k.Content)
			return renewed(fresh, err)
		},
	}, nil
}

func renewed(fresh []byte, err error) (*reseal.Kept, error) {
	if fresh == nil || err != nil {
		return nil, err
	}
	return &reseal.Kept{Content: fresh}, nil
}
