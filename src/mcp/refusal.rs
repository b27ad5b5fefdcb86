//! Why a call of a tool failed, as a text for the agent.

use axum::http::StatusCode;
use rmcp::ErrorData;
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock};
use serde::Deserialize;

/// The error of a tool.
#[derive(Debug)]
pub struct Refusal(String);

pub type Result<T> = std::result::Result<T, Refusal>;

/// The parts of a problem document that an agent can use.
#[derive(Debug, Deserialize)]
struct Problem {
    code: String,
    detail: String,
    #[serde(default)]
    errors: Vec<FieldProblem>,
}

#[derive(Debug, Deserialize)]
struct FieldProblem {
    pointer: String,
    message: String,
}

impl Refusal {
    pub fn new(text: impl Into<String>) -> Refusal {
        Refusal(text.into())
    }

    /// The refusal of a request by its problem document.
    pub fn of_problem(status: StatusCode, retry_after: Option<&str>, document: &[u8]) -> Refusal {
        let Ok(problem) = serde_json::from_slice::<Problem>(document) else {
            return Refusal(format!("the server answered {status}"));
        };
        let mut text = format!("{}: {}", problem.code, problem.detail);
        for FieldProblem { pointer, message } in &problem.errors {
            text.push_str(&format!("\n{pointer}: {message}"));
        }
        if let Some(seconds) = retry_after {
            text.push_str(&format!("\ntry again after {seconds} s"));
        }
        Refusal(text)
    }
}

impl IntoCallToolResult for Refusal {
    fn into_call_tool_result(self) -> std::result::Result<CallToolResponse, ErrorData> {
        Ok(CallToolResult::error(vec![ContentBlock::text(self.0)]).into())
    }
}
