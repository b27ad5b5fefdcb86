use super::*;
use duiyi_engine::xiangqi::endgame::probe;

fn materials(names: &[&str]) -> Vec<Material> {
    with_captures(names.iter().map(|name| name.parse().unwrap()))
}

#[test]
fn the_smallest_tables_of_the_program_are_those_that_the_lab_makes() {
    let solutions = solve_all(&materials(&["KPKA", "KNKA", "KCAK", "KRKB"]), 2, |solved| {
        for node in solved.nodes() {
            let Some(position) = solved.position(node) else { continue };
            assert_eq!(solved::verdict(solved.state(node)), Ok(probe(&position)), "{position}");
        }
    });
    let horse_against_advisor = solutions.of("KNKA".parse().unwrap());
    assert_eq!(horse_against_advisor.summary(), "KNKA 10953 10917 36 0 0 37");
}

#[test]
fn the_number_of_threads_does_not_change_the_file() {
    let materials = materials(&["KPKB"]);
    let made_by = |threads| file(&materials, &solve_all(&materials, threads, |_| {}));
    assert_eq!(made_by(1), made_by(3));
}

#[test]
fn the_set_of_the_program_is_that_of_its_file() {
    let mut made: Vec<Material> = with_captures(set::program());
    let mut present: Vec<Material> = endgame::Tables::get().materials().collect();
    made.sort();
    present.sort();
    assert_eq!(made, present);
}
