//! Runs scripts in Node.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

/// A script's output for this input; none if it fails.
pub(crate) fn run(script: &str, input: &Value) -> Option<Value> {
    let mut node = Command::new("node")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Node.js is needed to open tokens independently");
    let mut pipe = node.stdin.take().expect("piped");
    // The script may exit without reading its input.
    let _ = pipe.write_all(input.to_string().as_bytes());
    drop(pipe);
    let output = node.wait_with_output().expect("an end");
    let done = output.status.success();
    done.then(|| serde_json::from_slice(&output.stdout).expect("JSON"))
}
