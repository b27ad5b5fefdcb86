use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The program, with its input and output in pipes.
pub struct Program {
    process: Child,
    input: Option<ChildStdin>,
    output: Lines<BufReader<ChildStdout>>,
}

impl Program {
    pub fn start(arguments: &[&str]) -> Program {
        Program::start_file(Path::new(env!("CARGO_BIN_EXE_duiyi")), arguments)
    }

    pub fn start_file(file: &Path, arguments: &[&str]) -> Program {
        let mut command = Command::new(file);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let input = process.stdin.take();
        let output = BufReader::new(process.stdout.take().unwrap()).lines();
        Program { process, input, output }
    }

    pub fn send(&mut self, commands: &str) {
        self.send_bytes(format!("{commands}\n").as_bytes());
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// The lines up to the first one that begins with `start`, that one included.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.output.next().expect("the program does not end here").unwrap());
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// Sends the commands; returns the lines up to the first one that begins with `start`.
    pub fn ask(&mut self, commands: &str, start: &str) -> Vec<String> {
        self.send(commands);
        self.until(start)
    }

    /// Closes the input; returns the lines that follow. The process must end well.
    pub fn close(mut self) -> Vec<String> {
        drop(self.input.take());
        let lines = self.output.by_ref().map(Result::unwrap).collect();
        assert!(self.process.wait().unwrap().success());
        lines
    }
}

impl Drop for Program {
    /// Ends the process of a test that fails.
    fn drop(&mut self) {
        let _has_ended = self.process.kill();
        let _reaped = self.process.wait();
    }
}
