package base

// Misfits collects what is wrong with the fields of a request or with settings.
type Misfits []FieldError

// If adds a field as "invalid" when it is wrong.
func (m *Misfits) If(wrong bool, field string) { m.Add(wrong, field, "invalid") }

// Add adds a field with a code, such as "required", when it is wrong.
func (m *Misfits) Add(wrong bool, field, code string) {
	if wrong {
		*m = append(*m, FieldError{Name: field, Code: code})
	}
}

// Within adds what is wrong with the parts of a field: "city" within "recipient" is "recipient.city".
func (m *Misfits) Within(field string, parts []FieldError) {
	for _, part := range parts {
		m.Add(true, field+"."+part.Name, part.Code)
	}
}

// Err is the error that Configure answers with, nil when all settings make sense.
func (m Misfits) Err() error { return m.Refuse(CodeInvalidConfig, "settings that make no sense") }

// Refuse is the caller's fault that a call answers with, nil when nothing is wrong.
func (m Misfits) Refuse(code, message string) error {
	if len(m) == 0 {
		return nil
	}
	return CallerFault(code, message, m...)
}
