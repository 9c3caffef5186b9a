"""Long work: many positions, games or seeds, on all processors or a cluster, one journal, summed up at the end.

docs/sweep.md describes it for those who use it.
"""
