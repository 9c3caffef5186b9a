"""SAP, the assembly language of the IBM 704's users (SHARE), as United Aircraft's assembler read it."""
