"""The back end for the IBM 704: from the intermediate form to SAP."""
