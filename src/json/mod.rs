//! Reading JSON so that a client learns everything that is wrong with it at once.

mod fields;

pub use fields::{FieldError, Fields, NotAnObject};

use serde_json::Value;

/// A longer string is not repeated in an error.
const LONGEST_SHOWN: usize = 40;

/// A value in an error: itself if it is a number or a short string, else what it is.
pub fn shown(value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::String(text) if text.chars().count() <= LONGEST_SHOWN => format!("{text:?}"),
        other => kind(other).to_owned(),
    }
}

/// What a value is, with its article.
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
