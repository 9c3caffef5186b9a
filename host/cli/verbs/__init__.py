"""The verbs by topic. A verb is a function: it adds its options to a parser and returns the function that runs it."""
