package postgres

// InTx lets the tests, which need pgtest and so cannot be inside this package, reach inTx.
var InTx = inTx
