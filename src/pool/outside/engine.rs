//! An engine that is a program: its schedule and its processes.

use super::metrics::OutsideMetrics;
use super::processes::Processes;
use super::spec::OutsideSpec;
use crate::pool::scheduler::Scheduler;
use crate::rules::{Game, OpeningPhase};
use std::sync::Arc;

#[derive(Debug)]
pub struct OutsideEngine {
    pub spec: OutsideSpec,
    /// A slot is a process. Its searches are all in the long lane.
    pub scheduler: Arc<Scheduler>,
    pub processes: Arc<Processes>,
}

impl OutsideEngine {
    pub fn new(spec: OutsideSpec, metrics: &OutsideMetrics) -> OutsideEngine {
        OutsideEngine {
            scheduler: Scheduler::new(spec.processes.max(1)),
            processes: Arc::new(Processes::new(&spec, metrics.clone())),
            spec,
        }
    }

    /// Whether it can be asked for the next move of this game: it knows stones and moves, not the choices of an opening.
    pub fn plays(&self, game: &Game) -> bool {
        self.spec.rulesets.contains(&game.ruleset())
            && game.opening().is_none_or(|opening| opening.phase == OpeningPhase::Play)
    }
}
