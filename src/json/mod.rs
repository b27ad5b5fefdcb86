//! Parses JSON request bodies and reports all errors together.

mod fields;

pub use fields::{FieldError, Fields, MAX_INTEGER, NotAnObject};

use serde_json::Value;

/// Error messages quote strings up to this many characters.
const MAX_SHOWN_LENGTH: usize = 40;

/// Formats a value for an error message: numbers and short strings as they are, the rest as their type.
pub fn shown(value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::String(text) if text.chars().count() <= MAX_SHOWN_LENGTH => format!("{text:?}"),
        other => kind(other).to_owned(),
    }
}

/// The type of a value with its article, such as "a string".
pub fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
