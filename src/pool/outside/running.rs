//! A process with its folder.

use super::log::log_of;
use super::spec::OutsideSpec;
use crate::protocol::driver::{Process, Program, StartError};
use tempfile::TempDir;

/// A process. Dropping it kills the process and deletes its folder; this may take a moment.
#[derive(Debug)]
pub struct Running {
    pub process: Process,
    _folder: TempDir,
}

impl Running {
    /// Starts a process in a folder of its own, and waits until it is ready.
    pub fn start(spec: &OutsideSpec) -> Result<Running, StartError> {
        let folder = tempfile::Builder::new().prefix("duiyi-engine-").tempdir()?;
        let program = Program { folder: Some(folder.path().to_owned()), ..spec.program.clone() };
        let process = Process::start(&program, Some(log_of(&spec.name)))?;
        Ok(Running { process, _folder: folder })
    }
}
