// Package observability holds Prometheus' scrape settings and alert rules, Grafana's dashboards, and the tests that keep
// them true: every metric that they name is measured, every alert has its runbook.
package observability
