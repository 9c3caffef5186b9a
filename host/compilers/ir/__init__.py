"""The middle of compilers: an intermediate form of programs, the passes that improve it, back ends for machines."""
