"""Our languages in editors: grammars, and the set-up of each editor, made of them."""
