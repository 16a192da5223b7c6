// Package nonull makes what programs read in JSON free of lists that are null: whoever goes through a list need not ask first.
package nonull

import "reflect"

// Lists gives a copy of v in which lists that are nil are empty, however deep they lie. Bytes stay, which are no list in JSON.
func Lists(v any) any {
	if v == nil {
		return nil
	}
	return lists(reflect.ValueOf(v)).Interface()
}

func lists(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return v
		}
		out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			out.Index(i).Set(lists(v.Index(i)))
		}
		return out
	case reflect.Struct:
		out := reflect.New(v.Type()).Elem()
		out.Set(v)
		for i := range out.NumField() {
			if field := out.Field(i); field.CanSet() {
				field.Set(lists(field))
			}
		}
		return out
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		out := reflect.New(v.Type().Elem())
		out.Elem().Set(lists(v.Elem()))
		return out
	case reflect.Map:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeMapWithSize(v.Type(), v.Len())
		for each := v.MapRange(); each.Next(); {
			out.SetMapIndex(each.Key(), lists(each.Value()))
		}
		return out
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		return lists(v.Elem())
	}
	return v
}
