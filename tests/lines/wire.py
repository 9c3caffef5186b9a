"""A line in memory."""

from host.machines.lines import Settings


class Wire:
    """Both ends of a line in memory, with the settings that the other end has made."""

    name = "wire"

    def __init__(self, baud=9600):
        self.to_us, self.to_them = bytearray(), bytearray()
        self.now = Settings(baud)

    def settings(self):
        return self.now

    def read(self):
        data = bytes(self.to_us)
        self.to_us.clear()
        return data

    def write(self, data):
        self.to_them += data

    def close(self):
        pass
