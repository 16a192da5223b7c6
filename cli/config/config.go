// Package config reads the settings of every kontor process into one typed value. It is the only user of viper.
//
// A setting comes from the first that has it: the environment (http.publicURL is KONTOR_HTTP_PUBLIC_URL), the stack
// that runs in state.dir, the profile's file (configs/kontor.<profile>.yaml, chosen by KONTOR_PROFILE), the
// configuration file, the default.
package config

import "path/filepath"

// Config is every setting. Paths are absolute once loaded; in a file, relative ones start at the folder that
// holds configs/.
type Config struct {
	Root string `mapstructure:"-" json:"-"` // the folder that holds configs/

	HTTP       HTTP       `mapstructure:"http" json:"http"`
	Storefront Storefront `mapstructure:"storefront" json:"storefront"`
	Database   Database   `mapstructure:"database" json:"database"`
	Temporal   Temporal   `mapstructure:"temporal" json:"temporal"`
	Search     Search     `mapstructure:"search" json:"search"`
	Mail       Mail       `mapstructure:"mail" json:"mail"`
	Customer   Customer   `mapstructure:"customer" json:"customer"`
	Trader     Trader     `mapstructure:"trader" json:"trader"`
	Market     Market     `mapstructure:"market" json:"market"`
	Media      Media      `mapstructure:"media" json:"media"`
	Campus     Campus     `mapstructure:"campus" json:"campus"`
	Plugins    Plugins    `mapstructure:"plugins" json:"plugins"`
	Checkout   Checkout   `mapstructure:"checkout" json:"checkout"`
	Chat       Chat       `mapstructure:"chat" json:"chat"`
	WhiteLabel WhiteLabel `mapstructure:"whiteLabel" json:"whiteLabel"`
	Simulator  Simulator  `mapstructure:"simulator" json:"simulator"`
	Log        Log        `mapstructure:"log" json:"log"`
	OTel       OTel       `mapstructure:"otel" json:"otel"`
	State      State      `mapstructure:"state" json:"state"`
	Devstack   Devstack   `mapstructure:"devstack" json:"devstack"`
}

// HTTP is the front door: the API, the images, and every other path passed on to the storefront.
type HTTP struct {
	Addr      string `mapstructure:"addr" json:"addr"`           // host:port to listen on
	PublicURL string `mapstructure:"publicURL" json:"publicURL"` // origin as browsers and providers see it, no slash at the end
}

// Storefront is the Next.js server behind the front door.
type Storefront struct {
	Addr string `mapstructure:"addr" json:"addr"` // host:port it listens on
}

// Database is PostgreSQL.
type Database struct {
	URL string `mapstructure:"url" json:"url"` // postgres://…; empty: `kontor up` starts a server
}

// Temporal is the workflow engine.
type Temporal struct {
	Address   string `mapstructure:"address" json:"address"` // host:port of the frontend; empty: `kontor up` starts a server
	Namespace string `mapstructure:"namespace" json:"namespace"`
	TaskQueue string `mapstructure:"taskQueue" json:"taskQueue"`
}

// Search chooses the engine of listings and suggestions.
type Search struct {
	Engine string `mapstructure:"engine" json:"engine"` // auto (Meilisearch if its address is set or its program on PATH), bleve, meili
	Dir    string `mapstructure:"dir" json:"dir"`       // the in-process engine's index
	Meili  Meili  `mapstructure:"meili" json:"meili"`
}

// Meili is a Meilisearch server.
type Meili struct {
	URL string `mapstructure:"url" json:"url"`
	Key string `mapstructure:"key" json:"key"` // secret
}

// Mail is how the shop sends.
type Mail struct {
	SMTP string `mapstructure:"smtp" json:"smtp"` // host:port, or smtp(s)://user:password@host:port; empty: `kontor up` captures it
	From string `mapstructure:"from" json:"from"` // sender, "Name <address>"
}

// Customer is how what customers leave with the shop is kept.
type Customer struct {
	SealKey string `mapstructure:"sealKey" json:"sealKey"` // secret: 64 hexadecimal digits that seal saved cards; empty: one in the state folder
}

// Media is where product images are kept.
type Media struct {
	Dir string `mapstructure:"dir" json:"dir"`
}

// Campus is the programme with prices for students.
type Campus struct {
	Universities string `mapstructure:"universities" json:"universities"` // the file of those whose e-mail addresses count
	Key          string `mapstructure:"key" json:"key"`                   // secret: 32 bytes in base64, encrypts uploaded proofs; empty: none are taken, but `kontor up` makes one
}

// Plugins says which plugins run and where their programs are.
type Plugins struct {
	File string `mapstructure:"file" json:"file"` // plugins.yaml
	Dir  string `mapstructure:"dir" json:"dir"`   // the programs
}

// Checkout is what the shop offers beside the goods.
type Checkout struct {
	NoRiskMuchFun     bool `mapstructure:"noRiskMuchFun" json:"noRiskMuchFun"`         // the package, by its share of the goods
	BusinessPromotion bool `mapstructure:"businessPromotion" json:"businessPromotion"` // 20 euro off from 1000 euro
}

// Chat is the support chat. Without a script there is none.
type Chat struct {
	Script string `mapstructure:"script" json:"script" doc:"address of the provider's script; empty: no chat"`
	Hours  string `mapstructure:"hours" json:"hours" doc:"when somebody answers, in Berlin's time: mon-fri 09:00-18:00, sat 10:00-14:00; empty: always"`
}

// WhiteLabel is a partner's shop with the partner's name and theme. Without a name there is none.
type WhiteLabel struct {
	Name     string `mapstructure:"name" json:"name" doc:"what the partner's shop is called; empty: there is none"`
	Hosts    string `mapstructure:"hosts" json:"hosts" doc:"host names under which it appears, separated by commas; * for all"`
	Category string `mapstructure:"category" json:"category" doc:"slug of the category that it sells"`
	Accent   string `mapstructure:"accent" json:"accent" doc:"its colour, as #0b6e4f; white text must be readable on it"`
}

// Simulator plays the providers on a developer's machine.
type Simulator struct {
	Addr string `mapstructure:"addr" json:"addr"` // host:port it listens on
}

// Log is what the processes write.
type Log struct {
	Level  string `mapstructure:"level" json:"level"`   // debug, info, warn, error
	Format string `mapstructure:"format" json:"format"` // text, json
}

// OTel is tracing.
type OTel struct {
	Endpoint string `mapstructure:"endpoint" json:"endpoint"` // OTLP over HTTP, http://host:port; empty: off
}

// State is where `kontor up` keeps everything.
type State struct {
	Dir   string `mapstructure:"dir" json:"dir"`     // data and logs; deleting it starts over
	Tools string `mapstructure:"tools" json:"tools"` // downloaded and built programs
}

// Devstack are the ports of the servers that `kontor up` starts, all on 127.0.0.1.
type Devstack struct {
	PostgresPort int `mapstructure:"postgresPort" json:"postgresPort"`
	TemporalPort int `mapstructure:"temporalPort" json:"temporalPort"` // and the seven after it; at most 32760
	MeiliPort    int `mapstructure:"meiliPort" json:"meiliPort"`
	SMTPPort     int `mapstructure:"smtpPort" json:"smtpPort"`
	MailPort     int `mapstructure:"mailPort" json:"mailPort"` // the page that shows captured mail
}

func defaults() Config {
	return Config{
		HTTP:       HTTP{Addr: "127.0.0.1:8080", PublicURL: "http://localhost:8080"},
		Storefront: Storefront{Addr: "127.0.0.1:3000"},
		Temporal:   Temporal{Namespace: "kontor", TaskQueue: "kontor"},
		Search:     Search{Engine: "auto", Dir: ".kontor/search"},
		Checkout:   Checkout{NoRiskMuchFun: true, BusinessPromotion: true},
		Mail:       Mail{From: "Kontor <shop@kontor.example>"},
		Market:     Market{Withdrawal: true, WithdrawalDays: 14},
		Chat:       Chat{Hours: "mon-fri 09:00-18:00"},
		WhiteLabel: WhiteLabel{Category: "grafikkarten", Accent: "#0b6e4f"},
		Media:      Media{Dir: ".kontor/media"},
		Campus:     Campus{Universities: "configs/universities.json"},
		Plugins:    Plugins{File: "configs/plugins.yaml", Dir: ".kontor/plugins"},
		Simulator:  Simulator{Addr: "127.0.0.1:8090"},
		Log:        Log{Level: "info", Format: "text"},
		State:      State{Dir: ".kontor", Tools: ".kontor/tools"},
		Devstack:   Devstack{PostgresPort: 15432, TemporalPort: 17233, MeiliPort: 17700, SMTPPort: 18025, MailPort: 18026},
	}
}

func (c *Config) absolute() {
	for _, path := range []*string{&c.Search.Dir, &c.Media.Dir, &c.Campus.Universities, &c.Plugins.File, &c.Plugins.Dir, &c.State.Dir, &c.State.Tools} {
		if *path != "" && !filepath.IsAbs(*path) {
			*path = filepath.Join(c.Root, *path)
		}
	}
}
