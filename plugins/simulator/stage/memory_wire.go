package stage

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"sync"
)

// shape is what is known of a type.
type shape struct {
	marshals bool     // writes and reads itself
	fields   []string // of a struct
}

var shapes sync.Map // by reflect.Type

var (
	marshaler   = reflect.TypeFor[json.Marshaler]()
	unmarshaler = reflect.TypeFor[json.Unmarshaler]()
)

func shapeOf(t reflect.Type) *shape {
	if known, ok := shapes.Load(t); ok {
		return known.(*shape)
	}
	s := &shape{marshals: t.Implements(marshaler) && (t.Implements(unmarshaler) || reflect.PointerTo(t).Implements(unmarshaler))}
	for i := 0; t.Kind() == reflect.Struct && i < t.NumField(); i++ {
		s.fields = append(s.fields, t.Field(i).Name)
	}
	shapes.Store(t, s)
	return s
}

// opened is a field of a struct that can be set, also one that is not exported.
func opened(v reflect.Value, i int) reflect.Value {
	f := v.Field(i)
	return reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem()
}

// writer writes values as JSON, structs without the fields that are zero.
type writer struct {
	names map[thing]string
	text  []byte
}

func (w *writer) write(v reflect.Value) {
	s := shapeOf(v.Type())
	switch kind := v.Kind(); {
	case kind == reflect.Chan || kind == reflect.Func,
		(kind == reflect.Pointer || kind == reflect.Map || kind == reflect.Slice || kind == reflect.Interface) && v.IsNil():
		w.text = append(w.text, "null"...)
	case s.marshals:
		w.marshal(v)
	case kind == reflect.Pointer:
		if name, ok := w.names[thingOf(v)]; ok {
			w.marshal(reflect.ValueOf(name))
			return
		}
		w.write(v.Elem())
	case kind == reflect.Struct:
		w.structure(v, s)
	case kind == reflect.Map:
		w.table(v)
	case kind == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8, kind == reflect.Array:
		for i := range v.Len() {
			w.between('[', i)
			w.write(v.Index(i))
		}
		w.end('[', ']', v.Len())
	case kind == reflect.Bool:
		w.text = strconv.AppendBool(w.text, v.Bool())
	case v.CanInt():
		w.text = strconv.AppendInt(w.text, v.Int(), 10)
	case v.CanUint():
		w.text = strconv.AppendUint(w.text, v.Uint(), 10)
	case kind == reflect.String && isPlain(v.String()):
		w.text = append(append(append(w.text, '"'), v.String()...), '"')
	default:
		w.marshal(v)
	}
}

// isPlain says whether a text is as it is in JSON.
func isPlain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return false
		}
	}
	return true
}

func (w *writer) marshal(v reflect.Value) {
	text, err := json.Marshal(v.Interface())
	if err != nil {
		panic(err) // it was answered as JSON before, or is of the simulator's own types
	}
	w.text = append(w.text, text...)
}

// between begins a list or object, or goes on in it.
func (w *writer) between(open byte, i int) {
	if i > 0 {
		open = ','
	}
	w.text = append(w.text, open)
}

func (w *writer) end(open, end byte, length int) {
	if length == 0 {
		w.text = append(w.text, open)
	}
	w.text = append(w.text, end)
}

func (w *writer) structure(v reflect.Value, s *shape) {
	if !v.CanAddr() { // what lies in a map
		movable := reflect.New(v.Type()).Elem()
		movable.Set(v)
		v = movable
	}
	n := 0
	for i, name := range s.fields {
		if f := opened(v, i); !f.IsZero() && f.Kind() != reflect.Chan && f.Kind() != reflect.Func {
			w.between('{', n)
			w.text = append(append(append(w.text, '"'), name...), `":`...)
			w.write(f)
			n++
		}
	}
	w.end('{', '}', n)
}

func (w *writer) table(v reflect.Value) {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return bytes.Compare([]byte(a.String()), []byte(b.String())) })
	for i, key := range keys {
		w.between('{', i)
		w.marshal(reflect.ValueOf(key.String()))
		w.text = append(w.text, ':')
		w.write(v.MapIndex(key))
	}
	w.end('{', '}', len(keys))
}

func (r reader) read(text json.RawMessage, v reflect.Value) error {
	t := v.Type()
	switch kind := v.Kind(); {
	case kind == reflect.Chan || kind == reflect.Func || string(text) == "null":
		return nil
	case shapeOf(t).marshals:
		return json.Unmarshal(text, v.Addr().Interface())
	case kind == reflect.Interface:
		v.Set(reflect.ValueOf(text))
		return nil
	case kind == reflect.Pointer && text[0] == '"' && isThing(t):
		return r.name(text, v)
	case kind == reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
		return r.read(text, v.Elem())
	case kind == reflect.Struct:
		return r.structure(text, v)
	case kind == reflect.Map:
		return r.table(text, v)
	case kind == reflect.Slice && t.Elem().Kind() != reflect.Uint8, kind == reflect.Array:
		return r.list(text, v)
	}
	return json.Unmarshal(text, v.Addr().Interface())
}

// name puts the thing with a name where a pointer to it was.
func (r reader) name(text json.RawMessage, v reflect.Value) error {
	var name string
	if err := json.Unmarshal(text, &name); err != nil {
		return err
	}
	thing, ok := r.things[name]
	if !ok || thing.Type() != v.Type() {
		return fmt.Errorf("there is no %s", name)
	}
	v.Set(thing)
	return nil
}

func (r reader) structure(text json.RawMessage, v reflect.Value) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	for i, name := range shapeOf(v.Type()).fields {
		if field, ok := fields[name]; ok {
			if err := r.read(field, opened(v, i)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}

func (r reader) table(text json.RawMessage, v reflect.Value) error {
	var entries map[string]json.RawMessage
	if err := json.Unmarshal(text, &entries); err != nil {
		return err
	}
	v.Set(reflect.MakeMapWithSize(v.Type(), len(entries)))
	for key, entry := range entries {
		one := reflect.New(v.Type().Elem()).Elem()
		if err := r.read(entry, one); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		v.SetMapIndex(reflect.ValueOf(key).Convert(v.Type().Key()), one)
	}
	return nil
}

func (r reader) list(text json.RawMessage, v reflect.Value) error {
	var entries []json.RawMessage
	if err := json.Unmarshal(text, &entries); err != nil {
		return err
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), len(entries), len(entries)))
	}
	for i := range min(len(entries), v.Len()) {
		if err := r.read(entries[i], v.Index(i)); err != nil {
			return fmt.Errorf("%d: %w", i, err)
		}
	}
	return nil
}
