"""The verb `cards`: show decks of punched cards, put them together, write them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.verbs.paths import IN, OUT
from host.verbs.values import option, picked, span


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard cards`."""
    option(parser, "files", type=IN, nargs="+", metavar="FILE", help="decks, one behind the other; or images")
    option(parser, "--card", dest="span", type=span, metavar="N", help="only this card, or N-M: these")
    views = parser.add_mutually_exclusive_group()
    views.add_argument("--octal", dest="view", action="store_const", const="octal", help="the words on the cards, too")
    views.add_argument("--picture", dest="view", action="store_const", const="picture", help="the holes, too")
    option(
        parser,
        "-o",
        "--output",
        type=OUT,
        metavar="FILE",
        help="write them: a deck (.cbn, .deck), or a picture (.svg)",
    )
    option(parser, "--format", metavar="NAME", help="the format of the files, if their names do not tell")
    option(parser, "--force", dest="overwrite", action="store_true", help="replace an existing file")
    parser.set_defaults(view="list")


def action(options: Namespace) -> None:
    """Show or write decks of cards."""
    from host.formats.deck import command

    command.cards(options.files, **picked(options, ("format", "span", "view", "output", "overwrite")))
