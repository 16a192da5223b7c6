package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/viper"

	"kontor.dev/kontor/deploy/devstack"
)

const fileName = "kontor.yaml"

// Options say where the settings are read from.
type Options struct {
	File    string   // empty: configs/kontor.yaml of this folder or the nearest one above that has it; none at all is fine
	Profile string   // empty: KONTOR_PROFILE
	Set     []string // "key=value", as --set takes them; they go before everything else
}

// Read reads the settings. A key that does not exist is an error, as a mistyped one would be ignored silently, and so is a value
// that is not of its setting's kind.
func Read(o Options) (Config, error) {
	root, file, err := locate(o.File)
	if err != nil {
		return Config{}, err
	}
	if profile := o.profile(); file == "" && profile != "" {
		return Config{}, &missingError{fmt.Sprintf("configs/%s here or in a folder above that the profile %q could be laid over: name it with --config", fileName, profile)}
	}
	given, err := o.given()
	if err != nil {
		return Config{}, err
	}
	v := viper.New()
	cfg := defaults()
	keys := leaves(reflect.ValueOf(cfg), "")
	for key, value := range keys {
		v.SetDefault(key, value)
		if err := v.BindEnv(key, EnvName(key)); err != nil {
			return Config{}, err
		}
	}
	if err := readFiles(v, o.files(file)); err != nil {
		return Config{}, err
	}
	for key, value := range given {
		v.Set(key, value)
	}
	if err := misshapen(v, keys); err != nil {
		return Config{}, err
	}
	if err := v.UnmarshalExact(&cfg); err != nil {
		return Config{}, fmt.Errorf("%s: %w", file, err)
	}
	cfg.Root = root
	cfg.absolute()
	if !overlay(v, cfg.State.Dir, keys, given) {
		return cfg, nil
	}
	if err := v.UnmarshalExact(&cfg); err != nil {
		return Config{}, fmt.Errorf("the running stack's settings: %w", err)
	}
	cfg.absolute()
	return cfg, nil
}

// given takes the settings of the command line apart.
func (o Options) given() (map[string]string, error) {
	given := map[string]string{}
	for _, text := range o.Set {
		key, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, &InvalidError{[]string{text}, fmt.Errorf("--set takes key=value, not %q", text)}
		}
		if !slices.Contains(keys(), key) {
			return nil, &InvalidError{[]string{key}, fmt.Errorf("--set: there is no setting %q%s", key, nearest(key))}
		}
		given[key] = value
	}
	return given, nil
}

// InvalidError is a setting that there is not, or values of settings that cannot work.
type InvalidError struct {
	Keys []string // more than one where they do not go together
	Err  error    // names them
}

func (e *InvalidError) Error() string { return e.Err.Error() }

// Unwrap implements errors.Unwrap.
func (e *InvalidError) Unwrap() error { return e.Err }

// missingError is a file that --config, --profile or KONTOR_PROFILE names and that is not there.
type missingError struct{ what string }

func (e *missingError) Error() string { return "there is no " + e.what }

// Misused reports whether an error of Read or Validate is about something that the command line set, and so a mistake of who called.
func (o Options) Misused(err error) bool {
	if _, missing := errors.AsType[*missingError](err); missing {
		return o.File != "" || o.Profile != ""
	}
	if all, ok := err.(interface{ Unwrap() []error }); ok {
		return slices.ContainsFunc(all.Unwrap(), o.Misused)
	}
	invalid, ok := errors.AsType[*InvalidError](err)
	return ok && slices.ContainsFunc(o.Set, func(text string) bool {
		key, _, _ := strings.Cut(text, "=")
		return slices.Contains(invalid.Keys, key)
	})
}

func (o Options) profile() string { return cmp.Or(o.Profile, os.Getenv("KONTOR_PROFILE")) }

// files lists the files to read for the one that was found, the later over the earlier.
func (o Options) files(found string) []string {
	if found == "" {
		return nil
	}
	profile := o.profile()
	if profile == "" {
		return []string{found}
	}
	return []string{found, strings.TrimSuffix(found, ".yaml") + "." + profile + ".yaml"}
}

// readFiles lays the files over each other. Keys that do not exist are one error each, joined, of all files.
func readFiles(v *viper.Viper, files []string) error {
	var unknown []error
	for _, path := range files {
		switch _, err := os.Stat(path); { // of which viper says for some that it does not know their format
		case errors.Is(err, fs.ErrNotExist):
			return &missingError{"configuration file " + path}
		case err != nil:
			return err
		}
		v.SetConfigFile(path)
		if err := v.MergeInConfig(); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		unknown = append(unknown, unknownIn(path)...)
	}
	return errors.Join(unknown...)
}

// overlay takes the addresses of the stack that runs in dir, so that commands find it in a second terminal.
func overlay(v *viper.Viper, dir string, keys map[string]any, given map[string]string) bool {
	info, running := devstack.Running(dir)
	if !running {
		return false
	}
	for key := range keys {
		value, known := info.Env[EnvName(key)]
		if _, set := os.LookupEnv(EnvName(key)); set {
			continue
		}
		if _, set := given[key]; known && !set {
			v.Set(key, value)
		}
	}
	return true
}

// locate finds the configuration file and the folder that relative paths start from.
func locate(file string) (root, found string, err error) {
	if file != "" {
		abs, err := filepath.Abs(file)
		if err != nil {
			return "", "", err
		}
		dir := filepath.Dir(abs)
		if filepath.Base(dir) == "configs" {
			dir = filepath.Dir(dir)
		}
		return dir, abs, nil
	}
	here, err := os.Getwd()
	if err != nil {
		return "", "", err
	}
	for dir := here; ; dir = filepath.Dir(dir) {
		path := filepath.Join(dir, "configs", fileName)
		switch _, err := os.Stat(path); {
		case err == nil:
			return dir, path, nil
		case !errors.Is(err, fs.ErrNotExist):
			return "", "", err
		case dir == filepath.Dir(dir):
			return here, "", nil
		}
	}
}

var hump = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// EnvName is the environment variable of a setting: "http.publicURL" is KONTOR_HTTP_PUBLIC_URL.
func EnvName(key string) string {
	return "KONTOR_" + strings.ToUpper(strings.ReplaceAll(hump.ReplaceAllString(key, "${1}_$2"), ".", "_"))
}

// leaves lists the settings of a struct, "http.addr" → default.
func leaves(v reflect.Value, prefix string) map[string]any {
	all := map[string]any{}
	for i := range v.NumField() {
		name := v.Type().Field(i).Tag.Get("mapstructure")
		if name == "-" {
			continue
		}
		if field := v.Field(i); field.Kind() == reflect.Struct {
			for k, d := range leaves(field, prefix+name+".") {
				all[k] = d
			}
		} else {
			all[prefix+name] = field.Interface()
		}
	}
	return all
}

// Environment gives every setting as the variables that make another kontor process load the same, KONTOR_… → value.
// Empty settings are left out.
func Environment(c Config) map[string]string {
	env := map[string]string{}
	for key, value := range leaves(reflect.ValueOf(c), "") {
		if text := fmt.Sprint(value); text != "" {
			env[EnvName(key)] = text
		}
	}
	return env
}
