"""Small files in the formats that only other programs write: one program, as ca65 -g and ld65 V2.18 describe it.

        .org    $0200
INH     = $F9
        .macro  show number
        lda     number
        sta     INH
        .endmacro
start:  show    #1
        .proc   wait
@loop:  dex
        bne     @loop
        rts
        .endproc
"""

from emulators.image import Image, SourceLine

# --dbgfile; empty segments left out
DBG = """\
version	major=2,minor=0
info	csym=0,file=1,lib=0,line=9,mod=1,scope=2,seg=1,span=8,sym=4,type=0
file	id=0,name="game.s",size=228,mtime=0x6B00CD26,mod=0
line	id=0,file=0,line=11,span=5
line	id=1,file=0,line=9,span=3
line	id=2,file=0,line=2
line	id=3,file=0,line=12
line	id=4,file=0,line=7,span=2
line	id=5,file=0,line=5,type=2,count=1,span=1
line	id=6,file=0,line=8
line	id=7,file=0,line=10,span=4
line	id=8,file=0,line=4,type=2,count=1,span=0
mod	id=0,name="game.o",file=0
seg	id=0,name="CODE",start=0x000200,size=0x0008,addrsize=absolute,type=rw,oname="game.bin",ooffs=0
span	id=0,seg=0,start=0,size=2
span	id=1,seg=0,start=2,size=2
span	id=2,seg=0,start=0,size=4
span	id=3,seg=0,start=4,size=1
span	id=4,seg=0,start=5,size=2
span	id=5,seg=0,start=7,size=1
span	id=6,seg=0,start=4,size=4
span	id=7,seg=0,start=0,size=8
scope	id=0,name="",mod=0,size=8,span=7
scope	id=1,name="wait",mod=0,type=scope,size=4,parent=0,sym=1,span=6
sym	id=0,name="@loop",addrsize=absolute,size=1,parent=1,def=1,ref=7,val=0x204,type=lab
sym	id=1,name="wait",addrsize=absolute,size=4,scope=0,def=6,val=0x204,type=lab
sym	id=2,name="start",addrsize=absolute,scope=0,def=4,val=0x200,type=lab
sym	id=3,name="INH",addrsize=zeropage,scope=0,def=2,ref=4,val=0xF9,type=equ
"""

# ca65 -l
LISTING = """\
000000r 1                       .org    $0200
000200  1               INH     = $F9
000200  1                       .macro  show number
000200  1                       lda     number
000200  1                       sta     INH
000200  1                       .endmacro
000200  1  A9 01 85 F9  start:  show    #1
000204  1                       .proc   wait
000204  1  CA           @loop:  dex
000205  1  D0 FD                bne     @loop
000207  1  60                   rts
000208  1                       .endproc
000208  1
"""

SAMPLES = {"dbg": DBG.encode(), "listing": LISTING.encode()}

SYMBOLS = {"INH": 0xF9, "start": 0x0200, "wait": 0x0204}
LOCAL_SYMBOLS = {"wait@loop": 0x0204}
IMAGE = Image(
    symbols=SYMBOLS,
    constants=frozenset({"INH"}),
    local_symbols=LOCAL_SYMBOLS,
    lines=[
        SourceLine(0x0200, 4, "game.s", 7),
        SourceLine(0x0200, 2, "game.s", 4, depth=1),
        SourceLine(0x0202, 2, "game.s", 5, depth=1),
        SourceLine(0x0204, 1, "game.s", 9),
        SourceLine(0x0205, 2, "game.s", 10),
        SourceLine(0x0207, 1, "game.s", 11),
    ],
)
