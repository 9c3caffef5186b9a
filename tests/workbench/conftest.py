"""The workbench, built once for all processes that run tests, and served."""

import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
from filelock import FileLock

from host.formats import storage
from host.workbench import npm, serve, site
from tests.editors.colours import NODE_MODULES


@pytest.fixture(scope="session")
def folder(tmp_path_factory, worker_id):
    """The folder of the site. What npm has brought is kept beside the other packages of the tests."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "workbench"
    with FileLock(f"{folder}.lock"), pytest.MonkeyPatch.context() as patch:
        if not folder.exists():
            patch.setenv(storage.CACHE, str(Path(NODE_MODULES).parent / "workbench"))
            try:
                site.replace(folder, lambda made, tell: site.build(made))
            except npm.NpmError as error:
                pytest.skip(str(error))
    return folder


@contextmanager
def served(folder: Path):
    """Serve a folder; yield the address, which ends with "/"."""
    with serve.server(folder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def address(folder):
    """The address of the page Write."""
    with served(folder) as found:
        yield f"{found}{site.page_of(folder)}"
