"""The games and the position that were printed with moves of the program, and the question that gives each move.

GAME_1 and MASTERLY: Scientific American, June 1958, page 6. GAME_2: Chess Review, July 1958, page 209, from two
transcriptions that agree. The program has White. The questions are those of the reconstruction.
"""

from host.experiments.figures.measured import bernstein

GAME_1 = bernstein.PRINTED

TEXT_1 = (
    "P-K4,P-K4,B-B4,P-QN3,P-Q3,N-KB3,B-KN5,B-N2,B X N,Q X B,N-KB3,P-B3,O-O,P-Q4,P X P,P X P,B-N5 CH,N-B3,P-B4,P X P,"
    "B X N CH,Q X B,P X P,P-K5,N-N5,Q-N3,N-KR3,P-K6,P-B3,B-B4,R-K1,O-O,N-B3,P-K7 CH,N-B2,B X P,P-KN3,P X Q=Q,"
    "N(QB3) X Q,Q-B7,P-N3,R(QR1)-Q1,P-KR4,R X N"
).split(",")  # as the magazine prints it, but for CH instead of ch and dis ch
QUESTIONS_1 = "7 4 7 4 2c 4 3 2c 2b 5 2c 2c 2b 2b 2b 6 4 1 2b 2a 7 5".split()
GAME_2 = (
    "e4 e5 Bb5 Nf6 d4 Ng4 Qxg4 c6 Bc4 Qa5+ Bd2 Qa4 Bd3 Qxd4 Nc3 g6 f4 Bh6 fxe5 Bxd2+ Kxd2 Qxe5 Nf3 Qe6 Qxe6+ dxe6 e5 "
    "O-O h4 Nd7 h5"
).split()
QUESTIONS_2 = "7 4 7 2a 2b 1 2b 4 7 2c 1 4 2c 7 7 7".split()
MASTERLY = bernstein.MASTERLY.removesuffix(" 0 1")
