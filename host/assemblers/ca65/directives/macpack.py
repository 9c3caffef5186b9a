"""The macros that .macpack offers: arithmetic without the carry to think of, and branches of any distance."""

GENERIC = """\
.macro add operand, index
        clc
  .ifblank index
        adc operand
  .else
        adc operand, index
  .endif
.endmacro
.macro sub operand, index
        sec
  .ifblank index
        sbc operand
  .else
        sbc operand, index
  .endif
.endmacro
.macro bge target
        bcs target
.endmacro
.macro blt target
        bcc target
.endmacro
.macro bgt target
  .local behind
        beq behind
        bcs target
behind:
.endmacro
.macro ble target
        beq target
        bcc target
.endmacro
.macro bnz target
        bne target
.endmacro
.macro bze target
        beq target
.endmacro"""

# long branch: (short one, the opposite)
LONG = {
    "jeq": ("beq", "bne"), "jne": ("bne", "beq"), "jcs": ("bcs", "bcc"), "jcc": ("bcc", "bcs"),
    "jmi": ("bmi", "bpl"), "jpl": ("bpl", "bmi"), "jvs": ("bvs", "bvc"), "jvc": ("bvc", "bvs"),
}  # fmt: skip
LONG_BRANCH = """\
.macro {name} target
  .if .match(target, 0) .or .const((* - 2) - (target)) = 0
        {opposite} *+5
        jmp target
  .elseif .const((* - 2) - (target)) .and ((* + 2) - (target) <= 127) .and ((* + 2) - (target) >= 0)
        {short} target
  .else
        {opposite} *+5
        jmp target
  .endif
.endmacro"""

PACKAGES = {
    "generic": GENERIC,
    "longbranch": "\n".join(LONG_BRANCH.format(name=n, short=s, opposite=o) for n, (s, o) in LONG.items()),
}
