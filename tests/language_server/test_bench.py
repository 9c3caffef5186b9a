"""The measurement of the language server's time: it runs, and prints a row; how long it takes is another matter."""

from docs.studies import editing


def test_a_language_is_measured(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["editing", "--runs", "1"])
    monkeypatch.setattr(editing, "LIMIT", 60)
    monkeypatch.setattr(editing, "SOURCES", editing.SOURCES[:1])
    assert editing.main() == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["language", "ca65"]
