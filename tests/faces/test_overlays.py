"""Where a menu's rows and tiles are in a window: in the box, none over another one, in the order of reading."""

import pytest

from host.ui.controller import Choice, Menu
from host.ui.overlays import menu_box, menu_places
from tests.faces import invented
from tests.faces.invented import CONSOLE


def places(count, picture=b""):
    menu = Menu("CHOOSE", [Choice(f"{number}", picture=picture) for number in range(count)], lambda number: None)
    controller = invented.controller(CONSOLE)
    return menu_box(controller), menu_places(controller, menu)


@pytest.mark.parametrize("picture", [b"", b"PNG"])
@pytest.mark.parametrize("count", [1, 4, 5, 13, 14, 15, 28, 29, 40])
def test_rows_and_tiles_are_in_the_box_and_apart(count, picture):
    box, found = places(count, picture)
    assert len(found) == count
    for number, each in enumerate(found):
        assert box.x < each.x
        assert each.x + each.w < box.x + box.w
        assert box.y < each.y
        assert each.y + each.h < box.y + box.h
        for other in found[:number]:
            assert each.x >= other.x + other.w or each.y >= other.y + other.h or each.y + each.h <= other.y


@pytest.mark.parametrize(("count", "columns", "rows"), [(1, 1, 14), (14, 1, 14), (15, 2, 14), (28, 2, 14), (29, 2, 15)])
def test_a_list_is_read_downwards_in_one_column_up_to_fourteen_rows(count, columns, rows):
    box, found = places(count)
    across = [*dict.fromkeys(each.x for each in found)]
    assert across == sorted(across)
    assert len(across) == columns
    assert len({each.y for each in found}) == min(count, rows)
    assert [each.y for each in found[: min(count, rows)]] == sorted({each.y for each in found})
    assert found[0].w > (box.w - 40) / columns - 4
    assert found[0].h > (box.h - 96) / rows - 4


@pytest.mark.parametrize(("count", "rows"), [(4, 3), (12, 3), (13, 4), (40, 10)])
def test_tiles_are_read_across_and_share_the_height(count, rows):
    box, found = places(count, b"PNG")
    assert [each.x for each in found[:4]] == sorted({each.x for each in found})
    assert len({each.y for each in found}) == -(-count // 4)
    assert found[0].h > (box.h - 96) / rows - 13
