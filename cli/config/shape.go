package config

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/viper"
)

// misshapen tells of every setting whose value is not of its kind, one error each, as Validate does. It asks the same of a file as
// of a variable: a length of time has its unit, and a number no fraction that would be cut off.
func misshapen(v *viper.Viper, defaults map[string]any) error {
	var wrong []error
	for _, key := range slices.Sorted(maps.Keys(defaults)) {
		value := v.Get(key)
		if takes := unlike(value, defaults[key]); takes != "" {
			wrong = append(wrong, &InvalidError{[]string{key}, fmt.Errorf("%s (%s): %s is not %s", key, EnvName(key), shown(value), takes)})
		}
	}
	return errors.Join(wrong...)
}

// unlike says what a setting takes when the value is none, by its default; else "".
func unlike(value, fallback any) string {
	if value == nil {
		return ""
	}
	text := fmt.Sprint(value)
	var err error
	switch fallback.(type) {
	case time.Duration:
		if _, err = time.ParseDuration(text); err != nil {
			return "a length of time with its unit, as 10s or 1m30s"
		}
	case bool:
		if _, err = strconv.ParseBool(text); err != nil && text != "" {
			return "true or false"
		}
	case int:
		if _, err = strconv.Atoi(text); err != nil && text != "" {
			return "a whole number"
		}
	case string:
		if composed(value) {
			return "one text"
		}
	}
	return ""
}

func composed(value any) bool {
	kind := reflect.ValueOf(value).Kind()
	return kind == reflect.Slice || kind == reflect.Map
}

// shown is a value as it was given. Of a list it does not tell the parts, which may be secret.
func shown(value any) string {
	if composed(value) {
		return "a list"
	}
	return strconv.Quote(fmt.Sprint(value))
}
