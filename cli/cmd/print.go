package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"

	"kontor.dev/kontor/cli/stack"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/nonull"
)

// printer writes results: tables for people, JSON for programs.
type printer struct {
	out   io.Writer
	width int // of the terminal; 0: not one
	json  bool
}

func (p *printer) setFormat(format string) error {
	switch format {
	case "table", "json":
		p.json = format == "json"
		return nil
	}
	return usageError{fmt.Errorf("-o takes table or json, not %q", format)}
}

// table writes rows under headings, or value as JSON when that was asked for. Value is the whole result, not its text.
func (p *printer) table(value any, headings []string, rows [][]string) error {
	if p.json {
		return p.value(value)
	}
	var lines [][]string
	if len(headings) > 0 {
		upper := make([]string, len(headings))
		for i, heading := range headings {
			upper[i] = strings.ToUpper(heading)
		}
		lines = append(lines, upper)
	}
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = strings.NewReplacer("\t", " ", "\n", " ").Replace(textual(cell))
		}
		lines = append(lines, cells)
	}
	_, err := io.WriteString(p.out, layout(lines, p.width))
	return err
}

// obeyed reports whether a terminal would obey a character, or show what is around it in another order.
func obeyed(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }

// textual takes out what a terminal would obey. Much of what is printed was written by others: customers, providers, plugins.
func textual(text string) string {
	return strings.Map(func(r rune) rune {
		if obeyed(r) && r != '\n' && r != '\t' {
			return utf8.RuneError
		}
		return r
	}, text)
}

// value writes v as indented JSON, without lists that are null. What a terminal would obey is escaped, as JSON has it.
func (p *printer) value(v any) error {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetIndent("", "  ")
	if err := enc.Encode(nonull.Lists(v)); err != nil {
		return err
	}
	_, err := io.WriteString(p.out, escaped(b.String()))
	return err
}

func escaped(text string) string {
	at := strings.IndexFunc(text, func(r rune) bool { return obeyed(r) && r != '\n' })
	if at < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if obeyed(r) && r != '\n' {
			_, _ = fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// line writes a sentence for people; programs that asked for JSON do not get it.
func (p *printer) line(format string, args ...any) {
	if !p.json {
		_, _ = fmt.Fprintln(p.out, textual(fmt.Sprintf(format, args...)))
	}
}

// counted writes a number of things, "1 order" or "2 orders".
func counted[N int | int64](n N, one, more string) string {
	if n == 1 {
		more = one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// done tells what a command did: a sentence for people, the value for programs.
func (p *printer) done(value any, format string, args ...any) error {
	if p.json {
		return p.value(value)
	}
	p.line(format, args...)
	return nil
}

// refusals are answers of PostgreSQL by which it says that database.url is wrong, or that it cannot now, by SQLSTATE: it does answer then.
var refusals = map[string]string{
	"28P01": "PostgreSQL refuses the user or the password of database.url (KONTOR_DATABASE_URL)",
	"28000": "PostgreSQL refuses the user of database.url (KONTOR_DATABASE_URL), or lets nobody in from here (pg_hba.conf)",
	"3D000": "PostgreSQL has no database of the name in database.url (KONTOR_DATABASE_URL): create it, or correct the name",
	"42501": "the user of database.url (KONTOR_DATABASE_URL) may not do this: make it the owner of the shop's database",
	"53300": "PostgreSQL has no connection left: end what holds them, or raise its max_connections",
	"57P03": "PostgreSQL is starting, or stopping: try again in a moment",
}

func refusedBy(err error) (string, bool) {
	refused, is := errors.AsType[*pgconn.PgError](err)
	if !is {
		return "", false
	}
	text, ok := refusals[refused.Code]
	return text, ok
}

// advice says what to do about a fault that an operator meets, by its reason.
var advice = map[string]string{
	"database_not_migrated":  "the database's schema is older than this program: run `kontor migrate`",
	"http_addr_taken":        "another program listens on http.addr: stop it, or set another one (KONTOR_HTTP_ADDR)",
	"clock_differs":          "this machine's clock and the database's differ: let both be set by NTP",
	"database_unavailable":   "PostgreSQL does not answer: start it with `kontor up`, or set database.url (KONTOR_DATABASE_URL)",
	"database_url_invalid":   "database.url is not a PostgreSQL address (postgres://user:password@host:port/database)",
	"admin_addr_taken":       "another program listens on admin.addr: stop it, or set another one (KONTOR_ADMIN_ADDR)",
	"http_addr_unusable":     "this machine has no such address as http.addr (KONTOR_HTTP_ADDR) says, or does not give its port to this user, as one below 1024",
	"admin_addr_unusable":    "this machine has no such address as admin.addr (KONTOR_ADMIN_ADDR) says, or does not give its port to this user, as one below 1024",
	"worker_version_unknown": "no worker of that version asks for work: start one with temporal.buildID (KONTOR_TEMPORAL_BUILD_ID) set to it",
	"worker_version_current": "that version is the current one already: it has all that no other has a share of",
	"temporal_namespace_unknown": "Temporal has no namespace of the name in temporal.namespace (KONTOR_TEMPORAL_NAMESPACE): create it, as with " +
		"`temporal operator namespace create -n kontor --retention 72h`, or correct the name",
	"temporal_unavailable": "Temporal does not answer: start it with `kontor up`, or set temporal.address (KONTOR_TEMPORAL_ADDRESS)",

	"outbox_topic_unknown":      "there is no such topic: `kontor outbox list` shows those that have events waiting or given up",
	"outbox_event_not_dead":     "no such event was given up: `kontor outbox show TOPIC` lists them",
	"order_not_found":           "there is no such order: `kontor order list` shows them",
	"order_not_reserved":        "nothing was bought: the order was given up before it was paid",
	"order_awaits_payment":      "its customer is on the way to pay at the provider: `kontor checkout explain ID` says how that stands, `kontor checkout compensate ID` gives it up",
	"order_paid_in_part":        "less than is owed of what a provider holds or decides about, which is not booked: ask the customer for the rest, and book all of it",
	"order_paid_less":           "more than that is booked already: --amount takes all that came so far, earlier parts included, which `kontor order show` lists",
	"order_not_placed":          "the order is not placed: it waits for its payment, or was cancelled",
	"order_held":                "it has campus prices, and its customer is no member yet: `kontor campus list` shows the proofs to look at, `kontor campus release ID` lets it leave without one",
	"campus_order_not_waiting":  "the order waits for nothing: `kontor order show` says where it stands",
	"campus_proof_replaced":     "the customer has uploaded another proof, or it is decided: look at it with `kontor campus show CUSTOMER --save FILE`",
	"campus_not_under_review":   "the customer has no proof under review: `kontor campus show CUSTOMER` says what there is",
	"campus_no_member":          "the customer is no member of the campus programme: `kontor campus show CUSTOMER` says what there is",
	"vat_reason_missing":        "say with --reason why, so that an auditor can follow it up",
	"vat_id_missing":            "the customer has no VAT id",
	"vat_id_changed":            "the customer has changed the VAT id in this moment: look at it with `kontor customer show`, and decide again",
	"order_dispatched":          "everything has been dispatched: take it back with `kontor order return`, or give money back with `kontor order refund`",
	"order_on_hold":             "an operator keeps the order still: `kontor checkout explain ID` says who and why, `kontor checkout release ID` lets it go",
	"attempt_not_found":         "there is no such attempt: `kontor checkout list` shows those under way; name one by its ID or its order's number",
	"attempt_held":              "an operator keeps it still: `kontor checkout release ID` first",
	"attempt_placed":            "it has become an order: `kontor order cancel` or `kontor order refund`",
	"attempt_not_begun":         "the customer is waiting for its first answer: try again in a moment, or `kontor checkout retry ID` if nobody took it up",
	"attempt_not_owed":          "no money is owed for it: `kontor checkout explain ID` tells what came and what went back",
	"give_back_under_way":       "the provider gives the money back, and has not finished: `kontor checkout explain ID` tells since when",
	"command_unanswered":        "it was not done in time, and may still be: no worker answered (see `kontor status`), or one is at work on something else for it. Look at the order or withdrawal before you give the command again",
	"attempt_still_working":     "the shop goes on with it: `kontor checkout explain ID` tells how far it is",
	"payment_unknown":           "the provider does not say what it has: try again, or look there; of an attempt of which it has nothing, `kontor checkout unpaid ID`",
	"order_without_labels":      "the order has no labels: `kontor order ship` makes them; what a store hands out needs none",
	"delivery_not_found":        "the order has no such delivery: `kontor order show` lists them",
	"delivery_not_dispatched":   "that delivery is not with the customer, nor on its way",
	"delivery_to_be_named":      "more than one delivery has left: `kontor order show` lists them; name the one that is meant with --delivery",
	"delivery_items_invalid":    "the delivery does not hold that many of these articles: `kontor order show` tells what is in it",
	"delivery_being_dispatched": "a delivery of the order is being dispatched: try again when that is done",
	"refund_nothing_left":       "no money of the order is left to give back",
	"refund_too_high":           "that is more than is left of the order's money: `kontor order show` lists captures and refunds",
	"operation_not_found":       "the order has no operation of that number: `kontor order show` lists them",
	"operation_not_open":        "that operation was answered: `kontor order show` says how",
	"refund_not_found":          "the order has no refund of that number: `kontor order list --by-hand` shows those to be transferred",
	"refund_not_by_hand":        "that refund is the provider's to make: `kontor order show` says how far it is",
	"refund_of_withdrawal":      "it belongs to a withdrawal, whose consumer is told: `kontor withdrawal refund ID --transferred`",
	"refund_reference_used":     "another amount is booked under that reference: `kontor order show` lists refunds",
	"refund_unanswered":         "the shop waits for the answer to a refund of that amount, which this may be: wait for it, or record what became of it with `kontor order settled`",
	"delivery_paid_back":        "the shop gives, or gave, the money of that delivery back itself: `kontor order show`; leave --delivery out where this went back besides",
	"refund_key_used":           "another amount was given back under that key: use a new one",
	"refund_under_way":          "the provider is giving money of it back: wait for its answer, which `kontor order show` tells",
	"order_without_invoices":    "the order has no such invoice: one is made with each delivery that leaves, where the trader section names who sells (trader.name)",
	"order_not_cancelled":       "the order could not be cancelled: `kontor order show` says where it stands",
	"privacy_request_open":      "the account is being deleted already, by its customer or an operator: `kontor customer show` tells who asked, and the worker does it",
	"product_not_found":         "there is no product with that article number: `kontor search query TEXT` finds those that are sold",
	"category_not_found":        "no category has that slug: it is the last part of its page's address",
	"email_in_use":              "another account has that address: `kontor customer show ADDRESS` shows it",
	"account_new_email_invalid": "the account has that address already",
	"customer_not_found":        "no account has that number or address: guests have none (`kontor order list --email ADDRESS` shows their orders), and `kontor customer show` knows those that were deleted",
	"review_not_found":          "there is no such review: `kontor review list` shows them",
	"content_not_found":         "there is no such content: `kontor content list` shows it",
	"campus_until_invalid":      "a membership ends today at the earliest, and six years from now at the latest: name another --until",
	"plugin_unavailable":        "the plugin does not answer: `kontor plugin list` says why, and try again when it does",
	"plugin_busy":               "the plugin has its hands full: try again in a moment",
	"plugin_failed":             "the plugin failed, and says why in its log: `kontor plugin logs NAME`",
	"plugin_bad_answer":         "the plugin's answer makes no sense, as its log tells (`kontor plugin logs NAME`); what was asked for may have been done all the same: look at the carrier or provider first",
	"plugin_outcome_unknown":    "the plugin does not know whether it was done: the shop asks it again, `kontor order show` tells how far it is",
	"newsletter_unknown":        "no subscription has that address: one that nobody confirmed is deleted after 48 hours, and an account's deletion takes it along",
	"withdrawal_not_found":      "there is no withdrawal of that number: `kontor withdrawal list` shows them",
	"withdrawal_not_accepted":   "it has to be accepted first: `kontor withdrawal accept ID`",
	"withdrawal_refunding":      "the provider is being asked to pay back: wait for its answer, and `kontor withdrawal show ID` for how much it is",
	"withdrawal_not_paid":       "no money of the order came: leave --amount out to write the goods off, or book first what came, with `kontor order paid`",
	"withdrawal_not_all_paid":   "less than that came for the goods: leave --amount out to record what came, and write the rest off",
	"withdrawal_closed":         "it is closed: `kontor withdrawal show ID` says why",
	"withdrawal_other_order":    "it is accepted for another order: `kontor withdrawal show ID` says for which",
	"withdrawal_amount_invalid": "an amount is more than nothing and no more than what is left of the order's total",
	"withdrawal_amount_changed": "what it gives back has changed since you were asked: ask again",
	"withdrawal_amount_booked":  "more than that is booked for it, and the credit note says so: leave --amount out, or name more",
	"withdrawal_business":       "the order is a business's, which has no right of withdrawal",
	"withdrawal_excluded":       "the goods are excluded (market.withdrawalExcluded)",
	"withdrawal_already":        "another withdrawal has these goods already: `kontor withdrawal list --order N`",
	"withdrawal_returned":       "the goods came back, and their money went back: `kontor order show N`",
	"withdrawal_no_contract":    "the order was never placed, or is cancelled",
	"withdrawal_order_unknown":  "there is no such order: name the right one with --order",
	"withdrawal_items_unclear":  "the items do not fit the order: settle it with the consumer, and take a new declaration",

	"endpoint_not_found": "no system of that name is called: `kontor endpoint list` shows them",
	"endpoint_renewed":   "it got a new secret within the day, and the one of before is still good: wait for that, or end it at once with --now",
	"endpoint_exists":    "a system of that name is called already: `kontor endpoint change` gives it another address",
	"endpoint_invalid": "a name is of small letters, digits and hyphens; an address is a whole one that begins with https, or with http on this machine, and has " +
		"no password in it; `kontor endpoint add --help` lists the events",

	"voucher_unknown": "there is no such code: `kontor voucher list` shows them",
	"voucher_used_up": "the code was used more often than that already: `kontor voucher list` tells how often",

	"plugin_program_invalid":       "this program cannot be a plugin",
	"plugin_not_found":             "there is no such plugin, and no such file: `kontor plugin list` shows what runs",
	"plugin_other_name":            "this program is another plugin",
	"plugin_version_taken":         "another program of that version is installed already: give the new one a version of its own",
	"plugin_version_not_installed": "that version is not installed, and there is no such file: `kontor plugin install FILE` installs one",
	"plugin_version_current":       "that version takes the new payments already; `kontor plugin list` says whether it runs",
	"plugin_canary_runs":           "another version runs as a canary: upgrade to it, or `kontor plugin rollback` it first",
	"plugin_canary_alone":          "no version of that plugin is at work that would take the rest: put the first to work without --canary",
	"plugin_canary_needs_payment":  "only payments can be shared out: upgrade a carrier or tracking plugin without --canary",
	"plugin_share_invalid":         "--canary takes 1 to 100",
	"plugin_rollout_changed":       "somebody else changed the plugin's versions at the same time: look at `kontor plugin list` and decide again",
	"plugin_upgrade_refused":       "a process of the shop does not run that version, so everything is as it was",
	"plugin_first_refused":         "the plugin is put to work, but a process of the shop does not run it; it does once that is mended",
	"plugin_nothing_to_roll_back":  "there is no version before this one",
	"plugin_not_upgraded":          "no version of such a plugin is at work: `kontor plugin upgrade NAME VERSION` puts one there, and those of plugins.yaml run the programs that it names",
	"plugin_of_file":               "plugins.yaml names that plugin: write disabled: true beside it there, and start the shop's processes anew",
	"plugin_in_use":                "the plugin is offered no more, and goes on with the orders that need it: give the command again when they are done",
	"plugin_leaving":               "the plugin is being taken out: `kontor plugin remove NAME --undo` keeps it",
	"plugin_not_leaving":           "nobody is taking that plugin out",
	"plugin_log_empty":             "no process on this machine has kept a log of such a plugin",
	"payment_method_unknown":       "no plugin names that payment method",
	"payment_method_not_retired":   "that payment method is not retired",
}

// adviceOn gives what to do about a fault. Of money that a provider refuses, the reason ends in the provider's own
// code, and of a withdrawal that was refused before, in the first reason.
func adviceOn(reason string) (string, bool) {
	if code, ok := strings.CutPrefix(reason, "payment_operation_"); ok {
		return "the payment's provider refuses, by its code " + code + ": `kontor order show` tells of what, and what to do about it stands in the runbooks", true
	}
	if first, ok := strings.CutPrefix(reason, "refused_before_withdrawal_"); ok {
		return "it was refused before, for the reason " + first + ", and the consumer was told so", true
	}
	text, ok := advice[reason]
	return text, ok
}

// printInterrupted says that somebody ended a command, and what else there is to say.
func printInterrupted(w io.Writer, err error) {
	_, _ = fmt.Fprintln(w, "kontor: interrupted before it was done")
	if text := textual(err.Error()); text != context.Canceled.Error() {
		_, _ = fmt.Fprintf(w, "  %s\n", text)
	}
}

func printError(w io.Writer, err error) {
	if stack.DiskFull(err) {
		_, _ = fmt.Fprintf(w, "kontor: a disk is full: make room and try again; `kontor doctor` says where\n  %s\n", textual(err.Error()))
		return
	}
	text, ok := refusedBy(err)
	if !ok {
		text, ok = denied(err)
	}
	if !ok {
		text, ok = adviceOn(fault.ReasonOf(err))
	}
	if ok {
		_, _ = fmt.Fprintf(w, "kontor: %s\n  %s\n", text, textual(err.Error()))
		return
	}
	_, _ = fmt.Fprintf(w, "kontor: %s\n", textual(err.Error()))
}
