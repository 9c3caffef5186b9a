"""Programs run without a view: run, lockstep, verify."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial

from host import registry
from host.cli.parser import Action, add_compiling, all_cores, core, given_to_compilers
from host.options import IN, JSON, PROGRAM, Option, add, given, positive
from host.registry import Model


def run(parser: ArgumentParser) -> Action:
    """Run a program to its end, without a view."""
    machines = parser.add_subparsers(metavar="MACHINE", required=True)
    for name, model in registry.models().items():
        if not model.job_options:
            continue
        each = machines.add_parser(name, help=f"the {model.title}", description=model.title)
        for title, options in model.job_options.items():
            add(each.add_argument_group(title), *options)
        add(each.add_argument_group("the machine"), *model.options.values(), core(model.cores))
        add_compiling(each, model)
        each.set_defaults(parser=each, action=partial(_run_job, model))
    return _run_job  # type: ignore[return-value]  # every machine has set its own


def _run_job(model: Model, options: Namespace) -> int:
    declared = [each for group in model.job_options.values() for each in group]
    job = given(options, [*declared, *model.options.values(), core(model.cores)])
    return model.run_job(job, given_to_compilers(options, model))


def lockstep(parser: ArgumentParser) -> Action:
    """Run a program on two cores side by side."""
    cores = [*dict.fromkeys(core for model in registry.models().values() for core in model.cores)]
    add(
        parser,
        Option("PROGRAM", "a program that comes with Ironboard, a source, or an image file", PROGRAM),
        Option("--cycles N", "how long", positive, 1_000_000),
        Option("--keys KEYS", "keys to press after the start, separated by spaces: '0 9 GO'", default=""),
        Option("--cores NAME", "the two cores", default=("compiled", "py65"), choices=cores, nargs=2),
        JSON,
    )

    def action(options: Namespace) -> int:
        from host.testing.lockstep import lockstep as run

        return run(options.program, options.cycles, options.keys, tuple(options.cores), options.as_json)

    return action


def verify(parser: ArgumentParser) -> Action:
    """Run single-instruction test vectors on a core."""
    models = registry.models().values()
    processors = {each.processor: each for each in reversed(models) if each.vectors}
    add(
        parser,
        Option("PROCESSOR", "the processor the vectors are for", choices=[*reversed(processors)]),
        Option(
            "FILE",
            "test vectors (.json, .jsonl), a line each or an array, or gzipped (.gz)",
            IN,
            name="files",
            nargs="+",
        ),
        all_cores(models),
        JSON,
    )

    def action(options: Namespace) -> int:
        from host.testing.vectors import verify as run

        core = options.core or processors[options.processor].cores[0]
        return run(options.processor, options.files, core, options.as_json)

    return action
