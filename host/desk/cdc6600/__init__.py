"""What one does with a CDC 6600: run a job, and see where its time goes."""
