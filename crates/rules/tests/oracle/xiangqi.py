"""Asks an independent program, Fairy-Stockfish (pyffish on PyPI), for legal moves and perft counts of Xiangqi.

    python3 -m venv /tmp/oracle && /tmp/oracle/bin/pip install pyffish
    /tmp/oracle/bin/python crates/rules/tests/oracle/xiangqi.py moves 10000 SEED > positions.txt
    /tmp/oracle/bin/python crates/rules/tests/oracle/xiangqi.py composed 2000 SEED >> positions.txt
    XIANGQI_ORACLE=$PWD/positions.txt cargo test --test rules

`moves N SEED` prints N positions of random games, each with its legal moves. `composed N SEED` does the same for N
positions of any pieces, up to sixteen a side. `perft` prints the counts of the positions in `PERFT`. `../data` holds a
sample of the moves and all of the counts.
"""

import random
import sys

import pyffish

VARIANT = "xiangqi"
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

# A depth with this many leaves is the last one counted.
ENOUGH = 4000

PERFT = [
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
    "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
    "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
    "R1N1k1b2/9/3aba3/9/2nr5/2B6/9/4B4/4A4/4KA3 w - - 0 1",
    "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w - - 0 1",
    "4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w - - 0 1",
    "2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w - - 0 1",
    "1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w - - 0 1",
    "CnN1k1b2/c3a4/4ba3/9/2nr5/9/9/4C4/4A4/4KA3 w - - 0 1",
    START,
    "r1bakab1r/9/1cn4c1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
    "3ak4/4a4/4b4/9/2b1P4/9/9/4B4/3RA4/2B1KA3 b - - 0 1",
    "3k5/9/9/3c5/3P5/9/9/9/9/3K5 w - - 0 1",
    "4k4/4c4/9/9/9/4C4/9/9/4R4/4K4 b - - 0 1",
    "3k5/5R3/9/9/9/9/9/4c4/4r4/3AK4 w - - 0 1",
    "4k4/9/4c4/4P4/4c4/9/9/9/4A4/4K4 w - - 0 1",
    "2bak4/4a4/4b4/9/9/9/9/3p1p3/4p4/3K5 b - - 0 1",
    "3k5/3P5/2P1P4/9/9/9/9/9/9/4K4 b - - 0 1",
    "2rakab2/9/2n1b1n1c/p3p1p1p/9/2p3P2/P3P3P/1CN1C1N2/9/2BAKAB1R b - - 0 1",
    "4kab2/4a4/4b4/8p/2n6/4P4/5N2P/4B4/4A4/2BAK4 w - - 0 1",
    "1r1k3r1/9/9/9/9/9/9/9/9/R3K3R w - - 0 1",
]


def ours(move):
    """Converts a move from pyffish, whose ranks start at 1, to ours, which start at 0."""
    files = [i for i, c in enumerate(move) if c.isalpha()] + [len(move)]
    points = [move[a:b] for a, b in zip(files, files[1:])]
    return "".join(p[0] + str(int(p[1:]) - 1) for p in points)


def legal(fen):
    return pyffish.legal_moves(VARIANT, fen, [])


def perft(fen, depth):
    moves = legal(fen)
    if depth == 1:
        return len(moves)
    return sum(perft(pyffish.get_fen(VARIANT, fen, [move]), depth - 1) for move in moves)


def is_capture(fen, move):
    rows = ["".join("." * int(c) if c.isdigit() else c for c in row) for row in fen.split()[0].split("/")]
    to = ours(move)[2:]
    return rows[9 - int(to[1])]["abcdefghi".index(to[0])] != "."


def print_moves(count, seed):
    chance = random.Random(seed)
    print(f"# {count} positions of random games with their legal moves, by pyffish; seed {seed}")
    printed = 0
    while printed < count:
        fen = START
        moves = legal(fen)
        for _ in range(chance.randrange(1, 250)):
            if not moves or printed == count:
                break
            # Prefers captures, so that endgames occur too.
            captures = [move for move in moves if is_capture(fen, move)]
            move = chance.choice(captures if captures and chance.random() < 0.3 else moves)
            fen = pyffish.get_fen(VARIANT, fen, [move])
            moves = legal(fen)
            if chance.random() < 0.5:
                print(fen, ";", " ".join(sorted(map(ours, moves))))
                printed += 1


def points(letter):
    """The points on which such a piece can stand, as (file, rank)."""
    everywhere = [(file, rank) for file in range(9) for rank in range(10)]
    red = {
        "K": [(file, rank) for file, rank in everywhere if 3 <= file <= 5 and rank <= 2],
        "A": [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)],
        "B": [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)],
    }.get(letter.upper(), everywhere)
    return red if letter.isupper() else [(file, 9 - rank) for file, rank in red]


def write_fen(pieces, side):
    rows = []
    for rank in range(9, -1, -1):
        row = "".join(pieces.get((file, rank), ".") for file in range(9))
        for count in range(9, 0, -1):
            row = row.replace("." * count, str(count))
        rows.append(row)
    return f"{'/'.join(rows)} {side} - - 0 1"


def is_valid(pieces, fen):
    kings = {letter: point for point, letter in pieces.items() if letter in "Kk"}
    file, low = kings["K"]
    other, high = kings["k"]
    facing = file == other and all((file, rank) not in pieces for rank in range(low + 1, high))
    passed = fen.replace(" w ", " ? ").replace(" b ", " w ").replace(" ? ", " b ")
    return not facing and not pyffish.gives_check(VARIANT, passed, [])


def print_composed(count, seed):
    chance = random.Random(seed)
    print(f"# {count} composed positions with their legal moves, by pyffish; seed {seed}")
    printed = 0
    while printed < count:
        letters = [chance.choice("ABNRCP") for _ in range(chance.randrange(16))]
        letters += [chance.choice("abnrcp") for _ in range(chance.randrange(16))]
        pieces = {}
        # The generals come last and replace what stands there.
        for letter in letters + ["K", "k"]:
            pieces[chance.choice(points(letter))] = letter
        fen = write_fen(pieces, chance.choice("wb"))
        if is_valid(pieces, fen):
            print(fen, ";", " ".join(sorted(map(ours, legal(fen)))))
            printed += 1


def main():
    pyffish.set_option("VariantPath", "")
    if sys.argv[1] == "moves":
        print_moves(int(sys.argv[2]), sys.argv[3])
    elif sys.argv[1] == "composed":
        print_composed(int(sys.argv[2]), sys.argv[3])
    else:
        print("# Perft counts by pyffish: position ; depth ; count")
        for fen in PERFT:
            assert pyffish.validate_fen(fen, VARIANT) == 1, fen
            depth, count = 0, 1
            while 0 < count < ENOUGH:
                depth += 1
                count = perft(fen, depth)
                print(fen, ";", depth, ";", count, flush=True)


main()
