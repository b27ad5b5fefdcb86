//! Kills and stops processes of a server in turns.

use std::future::Future;
use std::process::Command;
use std::time::Duration;

const EVERY: Duration = Duration::from_millis(250);

/// Awaits a future while it does harm to a child of this process every now and then.
pub async fn beside<T>(server: u32, future: impl Future<Output = T>) -> T {
    let harm = async {
        for signal in ["-KILL", "-STOP"].into_iter().cycle() {
            tokio::time::sleep(EVERY).await;
            if let Some(child) = children(server).last() {
                let _gone_already = Command::new("kill").args([signal, child]).status();
            }
        }
    };
    tokio::select! {
        result = future => result,
        () = harm => unreachable!("harm has no end"),
    }
}

/// The processes that threads of the server have started.
fn children(server: u32) -> Vec<String> {
    let tasks = std::fs::read_dir(format!("/proc/{server}/task")).into_iter().flatten().flatten();
    let of_task =
        |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
    tasks
        .map(of_task)
        .flat_map(|list| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .collect()
}
