// Package faulttest proves that no order is lost, doubled or charged twice when a process dies or the network misbehaves.
// Its tests start the programs as they ship, `kontor serve` and `kontor worker` with their plugins and the simulated
// providers, each in a process of its own, and buy over HTTP as guests do. Then they kill with SIGKILL at a moment that the
// simulator holds still, start again what was killed, and count: orders, charges at the provider, mails, goods in stock.
//
// It has no code but tests. They need the servers of `kontor testenv`.
package faulttest
