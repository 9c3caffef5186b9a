"""The panel of the IBM 704: the operator's console, its card machines, printer and tube, and the operator's actions."""
