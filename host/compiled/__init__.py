"""What any compiled program on a machine has, whatever its language: its text, its code, its calls, its faults."""
