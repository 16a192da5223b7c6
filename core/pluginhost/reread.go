package pluginhost

import (
	"maps"
	"path/filepath"
	"reflect"
)

// entryFile gives the place of the entry of a plugin that plugins.yaml does not name.
func entryFile(folder, name string) string { return filepath.Join(folder, name, "plugin.yaml") }

const notReread = "the settings were not read again, what they said before holds"

// reread takes over settings that an operator changed. What cannot be read is said, and what was read before holds.
func (h *Host) reread() {
	h.syncing.Lock()
	defer h.syncing.Unlock()
	if file := h.options.File; file != "" && h.edited(file) {
		entries, err := Load(file, h.options.Programs)
		h.complain(file, "plugins.yaml not read again, what it said before holds", err)
		for _, p := range h.list() {
			if !p.apart {
				p.notReread(err)
			}
		}
		for _, e := range entries {
			if p := h.byName(e.Name); p != nil {
				p.configure(e)
			}
		}
	}
	for _, p := range h.list() {
		if file := entryFile(h.options.Installed, p.name); p.apart && h.edited(file) {
			e, err := folderEntry(h.options.Installed, p.name)
			p.notReread(err)
			if err == nil {
				p.configure(e)
			} else {
				p.current().log.Error(notReread, "error", err)
			}
		}
		p.configure(p.configured()) // for the files that its secrets come from
	}
}

// notReread tells the operator, who looks at the plugin, why its settings are not what the file now says; nil is that they are.
func (p *plugin) notReread(err error) {
	problem := ""
	if err != nil {
		problem = notReread + ": " + err.Error()
	}
	for _, s := range p.all() {
		s.mu.Lock()
		if s.unread != problem {
			s.unread = problem
			p.host.news.Store(true)
		}
		s.mu.Unlock()
	}
}

// edited reports whether a file is another one than when it was last asked about.
func (h *Host) edited(file string) bool {
	now := stampOf(file)
	before := h.read[file]
	h.read[file] = now
	return now != before
}

func (p *plugin) configured() Entry {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.entry
}

// secretStamps gives the states of the files that secrets come from.
func secretStamps(e Entry) map[string]stamp {
	stamps := map[string]stamp{}
	for _, source := range e.Secrets {
		if source.File != "" {
			stamps[source.File] = stampOf(source.File)
		}
	}
	return stamps
}

// configure puts another configuration, or other secrets in the files that it names, to work in all versions. Whether the plugin is
// disabled, and how many calls run at once, stays as it was when the host started.
func (p *plugin) configure(e Entry) {
	p.mu.Lock()
	defer p.mu.Unlock()
	e.Disabled, e.Limits.Concurrency = p.entry.Disabled, p.entry.Limits.Concurrency
	secrets := secretStamps(e)
	if reflect.DeepEqual(p.entry, e) && maps.Equal(p.secrets, secrets) {
		return
	}
	p.entry, p.secrets = e, secrets
	for _, s := range p.versions {
		s.configure(e)
	}
}

// configure has the supervision start the program anew with the entry, as if its file had changed. A release keeps its program.
func (p *supervised) configure(e Entry) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.entry.version != "" {
		e.Path, e.SHA256, e.version = p.entry.Path, p.entry.SHA256, p.entry.version
	}
	e.Limits = e.Limits.withDefaults()
	p.entry, p.seen = e, stamp{}
	p.log.Info("settings changed")
}
