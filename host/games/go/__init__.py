"""Go: rules, records, dead stones, the Go Text Protocol, and the programs that play it."""
