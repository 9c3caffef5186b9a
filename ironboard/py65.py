"""py65's interface on the compiled core: docs/testing.md, "Suites written for py65".

from ironboard.py65 import MPU, ObservableMemory  # instead of py65.devices.mpu6502 and py65.memory
"""

from emulators.mos6502.py65 import MPU, ObservableMemory, replace

__all__ = ["MPU", "ObservableMemory", "replace"]
