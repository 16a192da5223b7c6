// Package config reads the settings of every kontor process into one typed value. It is the only user of viper.
//
// A setting comes from the first that has it: the command line (--set http.publicURL=…), the environment (http.publicURL
// is KONTOR_HTTP_PUBLIC_URL), the stack that runs in state.dir, the profile's file (configs/kontor.<profile>.yaml,
// chosen by KONTOR_PROFILE or --profile), the configuration file, the default. The tags of Config are its
// documentation: core/docs/configuration.md is made from them.
package config

import (
	"cmp"
	"path/filepath"
	"strings"
	"time"
)

// Config is every setting. Paths are absolute once loaded; in a file, relative ones start at the folder that
// holds configs/.
type Config struct {
	Root string `mapstructure:"-" doc:"the folder that holds configs/"`

	HTTP       HTTP       `mapstructure:"http" doc:"The front door: the API, the images, and every other path passed on to the storefront."`
	Storefront Storefront `mapstructure:"storefront" doc:"The Next.js server behind the front door."`
	Database   Database   `mapstructure:"database" doc:"PostgreSQL."`
	Temporal   Temporal   `mapstructure:"temporal" doc:"The workflow engine."`
	Search     Search     `mapstructure:"search" doc:"The engine of listings and suggestions."`
	Mail       Mail       `mapstructure:"mail" doc:"How the shop sends mails."`
	Customer   Customer   `mapstructure:"customer" doc:"How what customers leave with the shop is kept."`
	VAT        VAT        `mapstructure:"vat" doc:"Where customers' VAT ids are checked."`
	Trader     Trader     `mapstructure:"trader" doc:"Who runs the shop, as § 5 DDG wants it told; kontor doctor --market de says what is missing."`
	Market     Market     `mapstructure:"market" doc:"What German law asks of a shop."`
	Media      Media      `mapstructure:"media" doc:"Where product images are kept."`
	Campus     Campus     `mapstructure:"campus" doc:"The programme with prices for students."`
	Plugins    Plugins    `mapstructure:"plugins" doc:"Which plugins run and where their programs are."`
	Checkout   Checkout   `mapstructure:"checkout" doc:"What the shop offers beside the goods."`
	Chat       Chat       `mapstructure:"chat" doc:"The support chat."`
	PayLater   PayLater   `mapstructure:"payLater" doc:"A partner's offers to pay later."`
	Ratings    Ratings    `mapstructure:"ratings" doc:"A partner that collects ratings of the shop."`
	WhiteLabel WhiteLabel `mapstructure:"whiteLabel" doc:"A partner's shop, under a host name of its own."`
	Simulator  Simulator  `mapstructure:"simulator" doc:"Plays the providers on a developer's machine."`
	Log        Log        `mapstructure:"log" doc:"What the processes write."`
	OTel       OTel       `mapstructure:"otel" doc:"Traces and metrics that are sent."`
	Admin      Admin      `mapstructure:"admin" doc:"The operator's listener: metrics, health and readiness. Not for the public."`
	State      State      `mapstructure:"state" doc:"Where kontor up keeps everything."`
	Devstack   Devstack   `mapstructure:"devstack" doc:"Servers that kontor up starts, and their ports, all on 127.0.0.1."`
}

// HTTP is the front door: the API, the images, and every other path passed on to the storefront.
type HTTP struct {
	Addr        string        `mapstructure:"addr" doc:"host:port to listen on"`
	PublicURL   string        `mapstructure:"publicURL" doc:"origin as browsers and providers see it, no slash at the end"`
	Drain       time.Duration `mapstructure:"drain" doc:"how long /readyz says no before a process that was told to stop takes no more requests: longer than the load balancer needs to notice"`
	Concurrency int           `mapstructure:"concurrency" doc:"calls that one process works on at once, and as many submits; about as many wait for a moment, and what comes beyond is answered 503 with Retry-After at once; 0: 16 per processor"`
	Connections int           `mapstructure:"connections" doc:"connections that one process keeps open; more wait in the system's queue; 0: 8192"`
	Proxies     string        `mapstructure:"proxies" doc:"networks of the reverse proxies in front, separated by commas, as 10.0.0.0/8: rate limits then count the client that they name in X-Forwarded-For; empty: none"`
}

// Storefront is the Next.js server behind the front door.
type Storefront struct {
	Addr      string `mapstructure:"addr" doc:"host:port it listens on"`
	BenchPage bool   `mapstructure:"benchPage" doc:"serves an empty page, for 'kontor bench' to compare pages with"`
}

// Database is PostgreSQL.
type Database struct {
	URL string `mapstructure:"url" doc:"postgres://…; empty: 'kontor up' starts a server"`
}

// Temporal is the workflow engine.
type Temporal struct {
	Address   string `mapstructure:"address" doc:"host:port of the frontend; empty: 'kontor up' starts a server"`
	Namespace string `mapstructure:"namespace" doc:"the namespace of the shop, which exists"`
	TaskQueue string `mapstructure:"taskQueue" doc:"the queue of the shop's workers"`
	BuildID   string `mapstructure:"buildID" doc:"version of the workers' code, for a rollout by Temporal's worker versioning (kontor worker promote); empty: unversioned"`
	Histories string `mapstructure:"histories" doc:"folder in which workers keep the histories of what has ended, for 'kontor checkout replay': 10 to 40 kB each, by day; deleting old days is the operator's; empty keeps none"`
}

// Search chooses the engine of listings and suggestions.
type Search struct {
	Engine string `mapstructure:"engine" doc:"auto (Meilisearch if its address is set or its program is there), bleve, meili"`
	Dir    string `mapstructure:"dir" doc:"of no use: the in-process engine has its index in memory, and nothing is read or written here; files that set it are still taken"`
	Meili  Meili  `mapstructure:"meili"`
}

// Meili is a Meilisearch server.
type Meili struct {
	URL string `mapstructure:"url" doc:"address of a server: http://host:7700; empty: the in-process engine, or what kontor up starts"`
	Key string `mapstructure:"key" secret:"true" doc:"key of the server"`
}

// Mail is how the shop sends.
type Mail struct {
	SMTP string `mapstructure:"smtp" doc:"host:port, or smtp(s)://user:password@host:port; empty: 'kontor up' captures it"`
	From string `mapstructure:"from" doc:"sender, 'Name <address>'"`
}

// Customer is how what customers leave with the shop is kept.
type Customer struct {
	SealKey string `mapstructure:"sealKey" secret:"true" doc:"64 hexadecimal digits that seal saved cards and make the links in order mails and the secrets of endpoints; empty: one in the state folder"`

	FormerSealKey string `mapstructure:"formerSealKey" secret:"true" doc:"the seal key before: what it sealed opens, and events to other systems are signed by it as well, until you take it out again, after kontor customer reseal"`

	UnusedMonths int `mapstructure:"unusedMonths" doc:"an account that nobody used for so many months is deleted, 30 days after a mail to its customer, where market.retention is on: GDPR Art. 5(1)(e); 12 or more; 0: none is"`
}

// VAT is where customers' VAT ids are checked.
type VAT struct {
	URL       string `mapstructure:"url" doc:"address of VIES's REST interface; empty: the simulator's"`
	Requester string `mapstructure:"requester" doc:"the shop's own VAT id: with it, VIES gives a reference that proves the check"`
}

// Media is where product images are kept.
type Media struct {
	Dir string `mapstructure:"dir" doc:"folder of the photographs that kontor catalog photo adds; all processes that serve the shop share it"`
}

// Campus is the programme with prices for students.
type Campus struct {
	Universities string `mapstructure:"universities" doc:"the file of those whose e-mail addresses count"`
	Key          string `mapstructure:"key" secret:"true" doc:"32 bytes in base64, encrypts uploaded proofs; empty: none are taken, but 'kontor up' makes one"`

	FormerKey string `mapstructure:"formerKey" secret:"true" doc:"the key before: proofs that it encrypted open, until you take it out again, after kontor customer reseal"`
}

// Plugins says which plugins run and where their programs are.
type Plugins struct {
	File string `mapstructure:"file" doc:"the list of plugins"`
	Dir  string `mapstructure:"dir" doc:"their programs"`

	Installed string `mapstructure:"installed" doc:"where kontor plugin install puts programs, and every process of the shop finds them; below plugins.dir when empty"`
}

// Releases is where programs are that were installed.
func (p Plugins) Releases() string { return cmp.Or(p.Installed, filepath.Join(p.Dir, "installed")) }

// Checkout is what the shop offers beside the goods.
type Checkout struct {
	NoRiskMuchFun     bool   `mapstructure:"noRiskMuchFun" doc:"offer the package No Risk Much Fun"`
	NoRiskExcluded    string `mapstructure:"noRiskExcluded" doc:"what that package does not cover: article numbers, slugs of categories, which stand for those below them too, and OMS categories, separated by commas"`
	BusinessPromotion bool   `mapstructure:"businessPromotion" doc:"20 euro off from 1000 euro"`
}

// Uncovered names what the no-risk-much-fun package does not cover.
func (c Checkout) Uncovered() []string { return list(c.NoRiskExcluded) }

// list reads names separated by commas.
func list(text string) []string {
	var names []string
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// Chat is the support chat. Without a script there is none.
type Chat struct {
	Script string `mapstructure:"script" doc:"address of the provider's script; empty: no chat"`
	Hours  string `mapstructure:"hours" doc:"when somebody answers, in Berlin's time: mon-fri 09:00-18:00, sat 10:00-14:00, or always"`
}

// PayLater is a partner whose script shows offers to pay later. Without a script there is none.
type PayLater struct {
	Script string `mapstructure:"script" doc:"address of the partner's script, loaded for visitors who agreed to the service pay-later; empty: no partner"`
	Name   string `mapstructure:"name" doc:"what visitors know the partner as"`
}

// Ratings is a partner whose script lets customers rate the shop after an order. Without a script there is none.
type Ratings struct {
	Script string `mapstructure:"script" doc:"address of the partner's script, loaded after an order for visitors who agreed to the service ratings; empty: no partner"`
	Name   string `mapstructure:"name" doc:"what visitors know the partner as"`
}

// WhiteLabel is a partner's shop with the partner's name and theme. Without a name there is none.
type WhiteLabel struct {
	Name     string `mapstructure:"name" doc:"what the partner's shop is called, also in mails about what was bought there; empty: there is none"`
	Hosts    string `mapstructure:"hosts" doc:"host names under which it appears, separated by commas; * for all"`
	Category string `mapstructure:"category" doc:"slug of the category that it sells"`
	Accent   string `mapstructure:"accent" doc:"its colour, as #0b6e4f; white text must be readable on it"`
}

// Simulator plays the providers on a developer's machine.
type Simulator struct {
	Addr string `mapstructure:"addr" doc:"host:port it listens on"`
}

// Log is what the processes write.
type Log struct {
	Level  string `mapstructure:"level" doc:"debug, info, warn, error"`
	Format string `mapstructure:"format" doc:"text, json"`
}

// OTel is what is sent of traces and metrics.
type OTel struct {
	Endpoint string `mapstructure:"endpoint" doc:"OTLP over HTTP, http://host:port; empty: off"`
	Percent  int    `mapstructure:"percent" doc:"of a hundred traces, how many are kept; all processes keep the same ones"`
	Metrics  bool   `mapstructure:"metrics" doc:"metrics are sent there as well; false where Prometheus reads them at admin.addr"`
}

// Admin is the operator's listener.
type Admin struct {
	Addr string `mapstructure:"addr" doc:"host:port of /metrics, /healthz and /readyz; keep it off the public network; empty: none"`
}

// State is where `kontor up` keeps everything.
type State struct {
	Dir   string `mapstructure:"dir" doc:"data and logs; deleting it starts over"`
	Tools string `mapstructure:"tools" doc:"downloaded and built programs"`
}

// Devstack are the servers that `kontor up` starts, all on 127.0.0.1.
type Devstack struct {
	PostgresPort int `mapstructure:"postgresPort" doc:"of PostgreSQL"`
	TemporalPort int `mapstructure:"temporalPort" doc:"and the seven after it; at most 32760"`
	MeiliPort    int `mapstructure:"meiliPort" doc:"of Meilisearch"`
	// MeiliProgram is a path, or a name on PATH. Named, it has to be there.
	MeiliProgram string `mapstructure:"meiliProgram" doc:"Meilisearch's program, started where search.meili.url is empty; empty: meilisearch, where it is on PATH"`
	SMTPPort     int    `mapstructure:"smtpPort" doc:"of the mail capture"`
	MailPort     int    `mapstructure:"mailPort" doc:"the page that shows captured mail"`
}

func defaults() Config {
	return Config{
		HTTP:       HTTP{Addr: "127.0.0.1:8080", PublicURL: "http://localhost:8080"},
		Storefront: Storefront{Addr: "127.0.0.1:3000"},
		Temporal:   Temporal{Namespace: "kontor", TaskQueue: "kontor"},
		Search:     Search{Engine: "auto", Dir: ".kontor/search"},
		Checkout:   Checkout{NoRiskMuchFun: true, BusinessPromotion: true},
		Mail:       Mail{From: "Kontor <shop@kontor.example>"},
		Market: Market{Withdrawal: true, WithdrawalDays: 14, TermsInMail: true, Retention: true, EUBilling: true, BarrierReports: true,
			LowestPrices: true, BasePrices: true, EnergyLabels: true, ChargerLabels: true, GuaranteeLabels: true, ProductSafety: true, OrderFacts: true, PaymentMeans: true, RecommendedPrices: true,
			LegalNotice: true, Durability: true, Repair: true, DisposalNotes: true, ReviewCheck: true, ReviewNotices: true},
		Chat:       Chat{Hours: "mon-fri 09:00-18:00"},
		WhiteLabel: WhiteLabel{Category: "grafikkarten", Accent: "#0b6e4f"},
		Media:      Media{Dir: ".kontor/media"},
		Campus:     Campus{Universities: "configs/universities.json"},
		Plugins:    Plugins{File: "configs/plugins.yaml", Dir: ".kontor/plugins"},
		Simulator:  Simulator{Addr: "127.0.0.1:8090"},
		Log:        Log{Level: "info", Format: "text"},
		OTel:       OTel{Percent: 100, Metrics: true},
		State:      State{Dir: ".kontor", Tools: ".kontor/tools"},
		Devstack:   Devstack{PostgresPort: 15432, TemporalPort: 17233, MeiliPort: 17700, SMTPPort: 18025, MailPort: 18026},
	}
}

func (c *Config) absolute() {
	for _, path := range []*string{&c.Search.Dir, &c.Media.Dir, &c.Campus.Universities, &c.Plugins.File, &c.Plugins.Dir, &c.Plugins.Installed, &c.State.Dir, &c.State.Tools} {
		if *path != "" && !filepath.IsAbs(*path) {
			*path = filepath.Join(c.Root, *path)
		}
	}
}
