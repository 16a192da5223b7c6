// Package archtest holds the tree to the import rules of the house and to its sizes. It has no code but tests.
package archtest
