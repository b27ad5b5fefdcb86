//! All engines that are programs.

use super::engine::OutsideEngine;
use super::metrics::{FallbackReason, OutsideMetrics};
use super::spec::OutsideSpec;
use crate::pool::task::Task;
use std::sync::Arc;

/// The engines that are programs.
#[derive(Debug, Default)]
pub struct Outside {
    pub engines: Vec<Arc<OutsideEngine>>,
    pub metrics: OutsideMetrics,
}

impl Outside {
    pub fn new(specs: Vec<OutsideSpec>) -> Outside {
        let metrics = OutsideMetrics::default();
        let engine = |spec| Arc::new(OutsideEngine::new(spec, &metrics));
        Outside { engines: specs.into_iter().map(engine).collect(), metrics }
    }

    /// The engine that a task names.
    ///
    /// # Errors
    /// Why our own engine is to search instead. None if the task names no engine.
    pub fn of(&self, task: &Task) -> Result<Arc<OutsideEngine>, Option<FallbackReason>> {
        let name = task.engine.as_ref().ok_or(None)?;
        let engine = self.engines.iter().find(|engine| engine.spec.name == *name);
        let engine = engine.filter(|engine| engine.plays(&task.game)).ok_or(FallbackReason::NotPlayed)?;
        if engine.processes.is_down() {
            return Err(Some(FallbackReason::Down));
        }
        Ok(Arc::clone(engine))
    }

    /// The engine that a task names, if it can be asked.
    pub fn asked(&self, task: &Task) -> Option<Arc<OutsideEngine>> {
        self.of(task).ok()
    }
}
