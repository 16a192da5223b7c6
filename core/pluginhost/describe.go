package pluginhost

import (
	"context"
	"errors"
	"os"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/plugins/sdk/base"
)

// Description is what a program says that it is.
type Description struct {
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	Kinds    []string  `json:"kinds"` // payment, shipping, tracking
	Settings []Setting `json:"settings"`
}

// Setting is one that a plugin takes.
type Setting struct {
	Key      string   `json:"key"`
	Type     string   `json:"type"` // text, number, bool, duration, url, list
	Secret   bool     `json:"secret"`
	Required bool     `json:"required"`
	Default  string   `json:"default,omitempty"`
	Choices  []string `json:"choices,omitempty"`
	Help     string   `json:"help"`
}

var settingTypes = map[base.SettingType]string{
	base.SettingInt: "number", base.SettingBool: "bool", base.SettingDuration: "duration", base.SettingURL: "url", base.SettingList: "list",
}

// Describe starts a program without a configuration, from a copy below dir, and asks what it is. Fault Invalid
// ("plugin_program_invalid") with the reason as cause when it cannot be a plugin.
func Describe(ctx context.Context, file, dir string) (d Description, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return d, err
	}
	scratch, err := os.MkdirTemp(dir, ".describe-")
	if err != nil {
		return d, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	program, err := take(file, "", scratch)
	if err != nil {
		return d, fault.Wrap(err, fault.Invalid, "plugin_program_invalid")
	}
	m, err := inspect(ctx, program)
	if err != nil {
		return d, fault.Wrap(err, fault.Invalid, "plugin_program_invalid")
	}
	d = Description{Name: m.Name, Version: m.Version, Kinds: []string{}, Settings: []Setting{}}
	for _, k := range m.Kinds {
		d.Kinds = append(d.Kinds, string(k))
	}
	for _, s := range m.Settings {
		kind, known := settingTypes[s.Type]
		if !known {
			kind = "text"
		}
		d.Settings = append(d.Settings, Setting{s.Key, kind, s.Secret, s.Required, s.Default, s.Choices, s.Help})
	}
	return d, nil
}
