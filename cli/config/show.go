package config

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"time"

	"github.com/spf13/viper"

	"kontor.dev/kontor/deploy/devstack"
)

// Show gives every setting with its value and where that came from. Secrets are hidden, and so are passwords inside
// addresses.
func Show(o Options) ([]Setting, error) {
	c, err := Read(o)
	if err != nil {
		return nil, err
	}
	from, err := sources(o, c.State.Dir)
	if err != nil {
		return nil, err
	}
	values := leaves(reflect.ValueOf(c), "")
	var list []Setting
	for _, section := range Schema() {
		for _, s := range section.Settings {
			s.Value, s.Source = plain(values[s.Key]), from(s.Key)
			if s.Secret && s.Value != "" {
				s.Value = hidden
			}
			if text, ok := s.Value.(string); ok {
				s.Value = WithoutPassword(text)
			}
			list = append(list, s)
		}
	}
	return list, nil
}

// sources gives the function that says where a setting comes from: the first that has it, as Read asks them.
func sources(o Options, state string) (func(key string) string, error) {
	given, err := o.given()
	if err != nil {
		return nil, err
	}
	_, file, err := locate(o.File)
	if err != nil {
		return nil, err
	}
	var files []*viper.Viper
	for _, path := range o.files(file) {
		v := viper.New()
		v.SetConfigFile(path)
		if err := v.ReadInConfig(); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		files = append([]*viper.Viper{v}, files...) // the profile's goes first
	}
	info, _ := devstack.Running(state)
	return func(key string) string {
		if _, ok := given[key]; ok {
			return "command line"
		}
		if value, ok := os.LookupEnv(EnvName(key)); ok && value != "" {
			return "environment"
		}
		if _, ok := info.Env[EnvName(key)]; ok {
			return "running stack"
		}
		for _, v := range files {
			if v.InConfig(key) {
				return v.ConfigFileUsed()
			}
		}
		return "default"
	}, nil
}

// plain gives a value as it is written in a file.
func plain(v any) any {
	if d, ok := v.(time.Duration); ok {
		return d.String()
	}
	return v
}

// Where an address has a password: before the last @, and as a parameter. One with characters that an address writes otherwise, as a
// slash, is no address that could be taken apart, and is its owner's password all the same.
var (
	passwordBefore = regexp.MustCompile(`(?s)(://[^:@/?#]*:).*@`)
	passwordNamed  = regexp.MustCompile(`(?i)(password=)('[^']*'|[^\s&#]*)`)
)

// WithoutPassword hides the password of an address.
func WithoutPassword(text string) string {
	return passwordNamed.ReplaceAllString(passwordBefore.ReplaceAllString(text, "${1}hidden@"), "${1}hidden")
}
