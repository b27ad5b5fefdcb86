//! The tables of the program, and solutions by material.

use super::solved::{DRAWN, Solved, State};
use duiyi_engine::xiangqi::endgame::{Army, Material};
use duiyi_rules::xiangqi::{Position, Role};
use std::collections::HashMap;

/// The tables that are part of the program, without those that only captures lead to.
pub fn program() -> Vec<Material> {
    let one_attacker = ATTACKERS.into_iter().flat_map(|role| {
        let armies = guards().flat_map(|ours| guards().map(move |theirs| (ours, theirs)));
        let is_small = |&(ours, theirs): &(Army, Army)| ours.size() == 0 || ours.size() + theirs.size() <= 2;
        armies.filter(is_small).map(move |(ours, theirs)| Material { strong: ours.with(role), weak: theirs })
    });
    let rook_and_attacker = [Role::Cannon, Role::Horse, Role::Soldier].map(|role| {
        let army = |role| Army::default().with(role);
        Material { strong: army(Role::Rook), weak: army(role) }
    });
    one_attacker.chain(rook_and_attacker).collect()
}

const ATTACKERS: [Role; 4] = [Role::Rook, Role::Cannon, Role::Horse, Role::Soldier];

/// Every number of advisors and elephants.
fn guards() -> impl Iterator<Item = Army> {
    let add = |army: Army, role: Role, count: usize| (0..count).fold(army, |army, _| army.with(role));
    let counts = (0..=2).flat_map(|advisors| (0..=2).map(move |elephants| (advisors, elephants)));
    counts.map(move |(advisors, elephants)| {
        add(add(Army::default(), Role::Advisor, advisors), Role::Elephant, elephants)
    })
}

/// The materials that have been solved.
#[derive(Debug, Default)]
pub struct Solutions(HashMap<Material, Solved>);

impl Solutions {
    pub fn insert(&mut self, solved: Solved) {
        self.0.insert(solved.material, solved);
    }

    /// # Panics
    /// If the material has not been solved.
    pub fn of(&self, material: Material) -> &Solved {
        &self.0[&material]
    }

    /// The state of a position. Without a piece that can cross the river it is drawn unless it is lost already.
    pub fn state(&self, position: &Position) -> State {
        let (material, strong) = Material::of(position);
        if !material.strong.can_attack() {
            return if position.has_no_moves() { 0 } else { DRAWN };
        }
        let solved = self.of(material);
        solved.state(solved.node_of(position, strong))
    }
}
