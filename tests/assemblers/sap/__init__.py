"""SAP, the IBM 704's assembly language."""
