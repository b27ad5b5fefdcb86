//! Whether two positions are so alike that they make the same puzzle.

/// Positions that differ on fewer points than this, one of them perhaps turned or mirrored, are alike.
const LEAST_DIFFERENCES: usize = 7;

/// `a` and `b` are FENs of the same ruleset.
pub fn are_alike(a: &str, b: &str) -> bool {
    let a = rows(a);
    let is_alike = |b: &Rows| differences(&a, b) < LEAST_DIFFERENCES;
    let mut turned = rows(b);
    let turns = if turned.len() == turned[0].len() { 4 } else { 1 };
    (0..turns).any(|_| {
        turned = if turns > 1 { turn(&turned) } else { std::mem::take(&mut turned) };
        is_alike(&turned) || is_alike(&mirror(&turned))
    })
}

type Rows = Vec<Vec<char>>;

/// What is on each point, `.` for nothing.
fn rows(fen: &str) -> Rows {
    let board = fen.split(' ').next().unwrap_or_default();
    board.split('/').map(row).collect()
}

fn row(text: &str) -> Vec<char> {
    let (mut row, mut empty) = (Vec::new(), 0);
    for letter in text.chars() {
        match letter.to_digit(10) {
            Some(digit) => empty = 10 * empty + digit as usize,
            None => {
                row.extend(std::iter::repeat_n('.', std::mem::take(&mut empty)));
                row.push(letter);
            }
        }
    }
    row.extend(std::iter::repeat_n('.', empty));
    row
}

fn mirror(rows: &Rows) -> Rows {
    rows.iter().map(|row| row.iter().rev().copied().collect()).collect()
}

fn turn(rows: &Rows) -> Rows {
    let size = rows.len();
    (0..size).map(|rank| (0..size).map(|file| rows[size - 1 - file][rank]).collect()).collect()
}

fn differences(a: &Rows, b: &Rows) -> usize {
    a.iter().flatten().zip(b.iter().flatten()).filter(|(a, b)| a != b).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_rules::xiangqi::START_FEN;

    #[test]
    fn positions_that_differ_by_a_few_moves_or_a_mirror_are_alike() {
        let mirrored = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1";
        assert!(are_alike(START_FEN, mirrored));
        assert!(!are_alike(START_FEN, "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1"));
    }

    #[test]
    fn a_square_board_is_turned_too() {
        let line = |row: &str| {
            let rows = (0..15).map(|rank| if rank == 3 { row } else { "15" });
            format!("{} b", rows.collect::<Vec<_>>().join("/"))
        };
        let column = (0..15).map(|rank| if (2..12).contains(&rank) { "3b11" } else { "15" });
        let column = format!("{} b", column.collect::<Vec<_>>().join("/"));
        assert!(are_alike(&line("3bbbbbbbbbb2"), &column));
        assert!(!are_alike(&line("3bwbwbwbwbw2"), &line("15")));
    }
}
