"""Running a job on a CDC 6600 and accounting for its time."""
