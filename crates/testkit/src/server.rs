//! The real server in a process of its own, on a free port.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader};
use std::process::{Child, Command, ExitStatus, Stdio};

#[derive(Debug)]
pub struct Server {
    process: Child,
    /// `address:port`.
    pub address: String,
}

impl Server {
    /// Starts `duiyi serve` with `settings` in its environment and waits until it listens. The environment variable
    /// `BENCH_PROGRAM` names another build to measure, so that two can be compared.
    ///
    /// # Errors
    /// When it cannot be started, or ends before it listens.
    pub fn start(settings: &[(&str, &str)]) -> io::Result<Server> {
        Server::start_with(Command::new(program()).envs(settings.iter().copied()), "127.0.0.1:0")
    }

    /// Starts the program with this command, which may set up more than its environment.
    ///
    /// # Errors
    /// As [`Server::start`].
    pub fn start_with(command: &mut Command, listen: &str) -> io::Result<Server> {
        // Without this line of the log nobody knows the port.
        if !command.get_envs().any(|(name, _)| name == "DUIYI_LOG") {
            command.env("DUIYI_LOG", "warn,duiyi::server=info");
        }
        let mut process = command
            .args(["serve", "--listen", listen, "--log-format", "json"])
            .stderr(Stdio::piped())
            .spawn()?;
        let mut log = BufReader::new(process.stderr.take().expect("piped above")).lines();
        let address = log.by_ref().map_while(Result::ok).find_map(|line| address(&line));
        // Keeps reading the log, because the server would block on a full pipe.
        std::thread::spawn(move || log.map_while(Result::ok).for_each(drop));
        match address {
            Some(address) => Ok(Server { process, address }),
            None => {
                let _already_ended = process.kill();
                Err(io::Error::other(format!("the server did not listen: {}", process.wait()?)))
            }
        }
    }

    /// Sends SIGTERM, as an operator would.
    ///
    /// # Errors
    /// When the operating system reports one.
    pub fn terminate(&self) -> io::Result<ExitStatus> {
        self.signal("-TERM")
    }

    /// Sends a signal, named as for `kill`.
    ///
    /// # Errors
    /// When the operating system reports one.
    pub fn signal(&self, name: &str) -> io::Result<ExitStatus> {
        Command::new("kill").args([name, &self.process.id().to_string()]).status()
    }

    /// Kills the server, which simulates a crash.
    ///
    /// # Errors
    /// When the operating system reports one.
    pub fn kill(&mut self) -> io::Result<ExitStatus> {
        self.process.kill()?;
        self.process.wait()
    }

    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Waits until the server has ended.
    ///
    /// # Errors
    /// When the operating system reports one.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        self.process.wait()
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _already_ended = self.process.kill();
        let _not_waited_for_by_others = self.process.wait();
    }
}

/// The program to measure: that of `BENCH_PROGRAM`, or the one that Cargo built for the tests and benchmarks.
pub fn program() -> OsString {
    std::env::var_os("BENCH_PROGRAM")
        .or_else(|| std::env::var_os("CARGO_BIN_EXE_duiyi"))
        .expect("cargo test and cargo bench name the program")
}

fn address(line: &str) -> Option<String> {
    let event: serde_json::Value = serde_json::from_str(line).ok()?;
    Some(event["fields"]["address"].as_str()?.to_owned())
}
