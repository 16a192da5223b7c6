package pluginhost

import (
	"fmt"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
)

// misfit is a plugin's refusal of its settings in words for who writes them, into the file.
func (e Entry) misfit(refused *base.Error, c base.Config, file string) error {
	if refused.Code != base.CodeInvalidConfig || len(refused.Fields) == 0 {
		return refused
	}
	var wrong []string
	for _, f := range refused.Fields {
		wrong = append(wrong, f.Name+" "+e.wrongWith(f, c))
	}
	if file != "" { // none has them in a test
		file = " in " + file
	}
	return fmt.Errorf("its settings%s do not fit: %s (`kontor plugin settings %s` shows what belongs there)", file, strings.Join(wrong, ", "), e.Name)
}

// wrongWith says why a setting is not as the plugin wants it. Who wrote a line for it in the file would not know what to do about
// "required".
func (e Entry) wrongWith(f base.FieldError, c base.Config) string {
	switch f.Code {
	case "required":
		return e.missing(f.Name, c)
	case "unknown":
		return "is no setting of it"
	case "secret_expected":
		return "is a secret, and belongs below secrets"
	case "not_secret":
		return "is no secret, and belongs below config"
	case "invalid":
		return "has a value that cannot be"
	}
	return "is refused (" + f.Code + ")"
}

// missing says why a setting has nothing: there is no line, the variable is not set, or a value does not count.
func (e Entry) missing(key string, c base.Config) string {
	if _, there := e.Config[key]; there {
		return "is empty, or the variable that it names is not set in this process"
	}
	source, there := e.Secrets[key]
	switch _, counts := c.Secrets[key]; {
	case !there || counts:
		return "is missing"
	case source.Value != "":
		return "is missing: its value does not count, since another secret comes from a variable or a file"
	case source.Env != "":
		return "is missing: the variable " + source.Env + " is not set in this process"
	case source.File != "":
		return "is missing: the file " + source.File + " is empty"
	}
	return "is missing"
}

// settingsFile is where a plugin's settings are written.
func (h *Host) settingsFile(name string) string {
	if p := h.byName(name); p != nil && p.apart {
		return entryFile(h.options.Installed, name)
	}
	return h.options.File
}
