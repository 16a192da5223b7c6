package stage

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Memory is what a provider knows, as the pages of a Keeper. Of what is on its shelves every field is kept, exported or not, under
// its name in Go, but for channels and functions. What lies in an interface comes back as the JSON that it was. A pointer to a
// thing on a shelf of pointers is kept as the name of that thing, so that all who knew it know the same one again; what other
// pointers point to is kept where they are.
type Memory struct {
	lock    sync.Locker
	courier *Courier
	shelves []shelf
}

type shelf struct {
	name string
	of   reflect.Value
}

// NewMemory makes a memory that has nothing on its shelves. The lock is held while it is read or filled. The letters of the
// courier, if there is one, are kept, and leave again.
func NewMemory(lock sync.Locker, courier *Courier) *Memory {
	return &Memory{lock: lock, courier: courier}
}

// Shelf adds what a pointer points to. Each thing in a map by text or in a list has a page of its own; anything else is one. A
// thing that lies on several shelves is kept on the first.
func (m *Memory) Shelf(name string, pointer any) *Memory {
	m.shelves = append(m.shelves, shelf{name, reflect.ValueOf(pointer).Elem()})
	return m
}

// things calls do with everything on the shelf and the key of its page.
func (s shelf) things(do func(key string, v reflect.Value)) {
	switch {
	case s.of.Kind() == reflect.Map:
		for each := s.of.MapRange(); each.Next(); {
			do(s.name+"/"+each.Key().String(), each.Value())
		}
	case s.isList():
		for i := range s.of.Len() {
			do(fmt.Sprintf("%s/%08d", s.name, i), s.of.Index(i))
		}
	default:
		do(s.name, s.of)
	}
}

func (s shelf) isList() bool {
	return s.of.Kind() == reflect.Slice && s.of.Type().Elem().Kind() != reflect.Uint8
}

// ofPointers says whether a shelf has things that others point to.
func (s shelf) ofPointers() bool {
	return (s.of.Kind() == reflect.Map || s.isList()) && isThing(s.of.Type().Elem())
}

// thing is what a pointer points to: a struct and its first field are at one address.
type thing struct {
	pointer reflect.Type
	at      uintptr
}

func thingOf(v reflect.Value) thing { return thing{v.Type(), v.Pointer()} }

func isThing(t reflect.Type) bool {
	return t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct && !shapeOf(t).marshals
}

// Pages gives the pages for a Keeper.
func (m *Memory) Pages() map[string]any {
	m.lock.Lock()
	defer m.lock.Unlock()
	names := map[thing]string{}
	for _, s := range m.shelves {
		if s.ofPointers() {
			s.things(func(key string, v reflect.Value) {
				if _, named := names[thingOf(v)]; !named {
					names[thingOf(v)] = key
				}
			})
		}
	}
	pages, w := map[string]any{}, writer{names: names}
	for _, s := range m.shelves {
		s.things(func(key string, v reflect.Value) {
			begin := len(w.text)
			if s.ofPointers() && names[thingOf(v)] == key && !v.IsNil() {
				v = v.Elem()
			}
			w.write(v)
			pages[key] = json.RawMessage(w.text[begin:len(w.text):len(w.text)])
		})
	}
	if m.courier != nil {
		m.courier.Letters(pages)
	}
	return pages
}

// Restore takes in the pages for a Keeper. What is in a map stays where the pages have nothing of that name.
func (m *Memory) Restore(pages map[string]json.RawMessage) error {
	m.lock.Lock()
	defer m.lock.Unlock()
	r := reader{things: map[string]reflect.Value{}}
	keys := map[string][]string{} // by shelf
	for _, key := range slices.Sorted(maps.Keys(pages)) {
		name, _, _ := strings.Cut(key, "/")
		keys[name] = append(keys[name], key)
	}
	for _, s := range m.shelves {
		if s.isList() {
			s.of.SetZero()
		}
		for _, key := range keys[s.name] {
			if s.ofPointers() && pages[key][0] == '{' {
				r.things[key] = reflect.New(s.of.Type().Elem().Elem())
			}
		}
	}
	for _, s := range m.shelves {
		for _, key := range keys[s.name] {
			if err := r.put(s, key, pages[key]); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		}
	}
	if m.courier != nil {
		return m.courier.Resume(pages)
	}
	return nil
}

// reader fills what a writer wrote into values that can be set.
type reader struct{ things map[string]reflect.Value }

// put fills one page and puts it on its shelf.
func (r reader) put(s shelf, key string, page json.RawMessage) error {
	if s.of.Kind() != reflect.Map && !s.isList() {
		return r.read(page, s.of)
	}
	v := reflect.New(s.of.Type().Elem()).Elem()
	into := v
	if thing, ok := r.things[key]; ok {
		v.Set(thing)
		into = thing.Elem()
	}
	if err := r.read(page, into); err != nil {
		return err
	}
	if s.isList() {
		s.of.Set(reflect.Append(s.of, v))
		return nil
	}
	if s.of.IsNil() {
		s.of.Set(reflect.MakeMap(s.of.Type()))
	}
	_, name, _ := strings.Cut(key, "/")
	s.of.SetMapIndex(reflect.ValueOf(name).Convert(s.of.Type().Key()), v)
	return nil
}
