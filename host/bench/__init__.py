"""How fast are the machines? `ironboard bench` measures it; docs/benchmarks.md tells how, and what came of it."""
