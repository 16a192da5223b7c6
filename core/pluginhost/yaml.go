package pluginhost

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// shapes are the parts of plugins.yaml, for saying which keys they have.
var shapes = map[string]reflect.Type{
	"pluginhost.Entry": reflect.TypeFor[Entry](), "pluginhost.Source": reflect.TypeFor[Source](), "pluginhost.Limits": reflect.TypeFor[Limits](),
}

var (
	yamlUnknown = regexp.MustCompile(`(?s)field (\S+) not found in type (.*)$`)
	yamlWrong   = regexp.MustCompile("(?s)cannot unmarshal !!(\\w+)(?: (`.*`))? into (\\S+).*$")
)

// yamlKinds are YAML's own names of what a value is, in words.
var yamlKinds = map[string]string{
	"str": "text", "int": "whole number", "float": "number", "bool": "truth value", "seq": "list", "map": "group of keys", "null": "nothing",
}

// DecodeYAML reads YAML whose keys all have to be known. What is wrong is told by its line, in words for who wrote the file; an
// empty file is io.EOF.
func DecodeYAML(data []byte, into any) error {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	err := decoder.Decode(into)
	if wrong, ok := errors.AsType[*yaml.TypeError](err); ok {
		list := make([]error, len(wrong.Errors))
		for i, message := range wrong.Errors {
			list[i] = errors.New(inWords(message))
		}
		return errors.Join(list...)
	}
	if err != nil {
		return err
	}
	if err := decoder.Decode(&yaml.Node{}); !errors.Is(err, io.EOF) {
		return errors.New("has a second part below a line of ---, which would be lost")
	}
	return nil
}

// inWords says what yaml says by types of this program.
func inWords(message string) string {
	if found := yamlUnknown.FindStringSubmatchIndex(message); found != nil {
		said := message[:found[0]] + fmt.Sprintf("there is no %q here", message[found[2]:found[3]])
		if keys := keysOf(shapes[message[found[4]:found[5]]]); len(keys) > 0 {
			said += ", but " + strings.Join(keys, ", ")
		}
		return said
	}
	if found := yamlWrong.FindStringSubmatchIndex(message); found != nil {
		kind, value := message[found[2]:found[3]], ""
		if found[4] >= 0 {
			value = " (" + message[found[4]:found[5]] + ")"
		}
		if words, ok := yamlKinds[kind]; ok {
			kind = words
		}
		said := message[:found[0]] + "a " + kind + value + " does not belong here"
		if message[found[6]:found[7]] == "time.Duration" {
			said += "; a time is written with its unit, as 20s"
		}
		return said
	}
	return message
}

func keysOf(t reflect.Type) []string {
	var keys []string
	for i := 0; t != nil && i < t.NumField(); i++ {
		if key := t.Field(i).Tag.Get("yaml"); key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}
