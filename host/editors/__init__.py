"""What editors need to know our languages: grammars, and the set-up of each editor, made of them."""
