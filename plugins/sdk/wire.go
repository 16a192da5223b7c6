package sdk

import (
	"context"

	"google.golang.org/grpc"

	"kontor.dev/kontor/plugins/gen/basev1"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/internal/wire"
)

func registerBase(r grpc.ServiceRegistrar, p Plugin) {
	basev1.RegisterBaseServiceServer(r, baseServer{plugin: p})
}

type baseServer struct {
	basev1.UnimplementedBaseServiceServer
	plugin Plugin
}

func (s baseServer) Describe(ctx context.Context, _ *basev1.DescribeRequest) (*basev1.DescribeResponse, error) {
	m, err := s.plugin.Base.Describe(ctx)
	m.Kinds = s.plugin.Kinds()
	return manifestOut(m), wire.Status(err)
}

func (s baseServer) Configure(ctx context.Context, r *basev1.ConfigureRequest) (*basev1.ConfigureResponse, error) {
	return &basev1.ConfigureResponse{}, wire.Status(s.plugin.Base.Configure(ctx, configIn(r)))
}

func (s baseServer) Health(ctx context.Context, _ *basev1.HealthRequest) (*basev1.HealthResponse, error) {
	h, err := s.plugin.Base.Health(ctx)
	return &basev1.HealthResponse{Ok: h.OK, Message: h.Message}, wire.Status(err)
}

type baseClient struct{ c basev1.BaseServiceClient }

func (c baseClient) Describe(ctx context.Context) (base.Manifest, error) {
	a, err := c.c.Describe(ctx, &basev1.DescribeRequest{})
	return manifestIn(a), wire.FromStatus(err)
}

func (c baseClient) Configure(ctx context.Context, config base.Config) error {
	_, err := c.c.Configure(ctx, configOut(config))
	return wire.FromStatus(err)
}

func (c baseClient) Health(ctx context.Context) (base.Health, error) {
	a, err := c.c.Health(ctx, &basev1.HealthRequest{})
	return base.Health{OK: a.GetOk(), Message: a.GetMessage()}, wire.FromStatus(err)
}

func manifestOut(m base.Manifest) *basev1.DescribeResponse {
	return &basev1.DescribeResponse{
		Name: m.Name, Version: m.Version,
		Kinds:    wire.Slice(m.Kinds, func(k base.Kind) string { return string(k) }),
		Settings: wire.Slice(m.Settings, settingOut),
	}
}

func manifestIn(m *basev1.DescribeResponse) base.Manifest {
	return base.Manifest{
		Name: m.GetName(), Version: m.GetVersion(),
		Kinds:    wire.Slice(m.GetKinds(), func(k string) base.Kind { return base.Kind(k) }),
		Settings: wire.Slice(m.GetSettings(), settingIn),
	}
}

func settingOut(s base.Setting) *basev1.Setting {
	return &basev1.Setting{
		Key: s.Key, Type: basev1.SettingType(s.Type), Secret: s.Secret, Required: s.Required, Default: s.Default,
		Choices: s.Choices, Help: s.Help,
	}
}

func settingIn(s *basev1.Setting) base.Setting {
	return base.Setting{
		Key: s.GetKey(), Type: base.SettingType(s.GetType()), Secret: s.GetSecret(), Required: s.GetRequired(),
		Default: s.GetDefault(), Choices: s.GetChoices(), Help: s.GetHelp(),
	}
}

func configOut(c base.Config) *basev1.ConfigureRequest {
	out := &basev1.ConfigureRequest{Values: c.Values, Secrets: map[string]string{}}
	for key, secret := range c.Secrets {
		out.Secrets[key] = secret.Reveal()
	}
	return out
}

func configIn(r *basev1.ConfigureRequest) base.Config {
	c := base.Config{Values: map[string]string{}, Secrets: map[string]base.Secret{}}
	for key, value := range r.GetValues() {
		c.Values[key] = value
	}
	for key, value := range r.GetSecrets() {
		c.Secrets[key] = base.Secret(value)
	}
	return c
}
