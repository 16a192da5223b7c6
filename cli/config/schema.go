package config

import (
	"maps"
	"reflect"
	"slices"
)

// Setting is one key of the configuration: what it is, and what it is set to.
type Setting struct {
	Key     string `json:"key"` // "http.addr"
	Env     string `json:"env"` // "KONTOR_HTTP_ADDR"
	Doc     string `json:"doc"`
	Secret  bool   `json:"secret,omitempty"`
	Default any    `json:"default"`
	Value   any    `json:"value"`  // hidden when it is secret
	Source  string `json:"source"` // "default", a file, "environment", "running stack" or "command line"
}

// Section is a part of the configuration.
type Section struct {
	Name     string
	Doc      string
	Settings []Setting
}

// hidden stands for a secret that is set.
const hidden = "********"

// Schema gives every setting with its default, in the order of Config.
func Schema() []Section {
	v := reflect.ValueOf(defaults())
	var sections []Section
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag
		if name := tag.Get("mapstructure"); name != "-" {
			sections = append(sections, Section{Name: name, Doc: tag.Get("doc"), Settings: settings(v.Field(i), name+".")})
		}
	}
	return sections
}

func settings(v reflect.Value, prefix string) []Setting {
	var list []Setting
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag
		key := prefix + tag.Get("mapstructure")
		if field := v.Field(i); field.Kind() == reflect.Struct {
			list = append(list, settings(field, key+".")...)
		} else {
			list = append(list, Setting{
				Key: key, Env: EnvName(key), Doc: tag.Get("doc"), Secret: tag.Get("secret") != "", Default: plain(field.Interface()),
			})
		}
	}
	return list
}

// keys lists the names of all settings.
func keys() []string {
	return slices.Sorted(maps.Keys(leaves(reflect.ValueOf(defaults()), "")))
}
