//! Reads a JSON object field by field and collects all errors.

use super::{kind, shown};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

/// An error in one field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FieldError {
    /// A JSON Pointer into the body, or the name of a query parameter or header.
    pub pointer: String,
    pub message: String,
}

impl FieldError {
    pub fn new(pointer: &str, message: impl Into<String>) -> FieldError {
        FieldError { pointer: pointer.to_owned(), message: message.into() }
    }
}

/// The body is not a JSON object.
#[derive(Debug, thiserror::Error)]
pub enum NotAnObject {
    #[error("the body is not valid JSON: {0}")]
    NotJson(#[from] serde_json::Error),
    #[error("expected an object, got {0}")]
    Other(&'static str),
}

/// The most errors that one response reports.
const MAX_ERRORS: usize = 50;

/// The greatest integer that every JSON parser reads exactly (RFC 8259, section 6).
pub const MAX_INTEGER: u64 = (1 << 53) - 1;

/// A JSON object that is read field by field: the fields not read yet, and the errors in those that were.
///
/// The reading methods return none when the field is absent, null, or wrong; a wrong field is also noted as an error.
#[derive(Debug)]
pub struct Fields {
    pointer: String,
    left: Map<String, Value>,
    known: Vec<&'static str>,
    errors: Vec<FieldError>,
}

impl Fields {
    /// Parses a JSON object. An empty text counts as an empty object.
    ///
    /// # Errors
    /// When the text is not JSON, or is not an object.
    pub fn parse(text: &[u8]) -> Result<Fields, NotAnObject> {
        if text.is_empty() {
            return Ok(Fields::new(String::new(), Map::new()));
        }
        match serde_json::from_slice(text) {
            Ok(Value::Object(mut object)) => {
                object.values_mut().for_each(normalize_integers);
                Ok(Fields::new(String::new(), object))
            }
            Ok(other) => Err(NotAnObject::Other(kind(&other))),
            Err(error) => Err(error.into()),
        }
    }

    /// A copy of the fields not read yet, as a JSON object without the fields that are null.
    pub fn to_json(&self) -> Value {
        without_nulls(Value::Object(self.left.clone()))
    }

    fn new(pointer: String, left: Map<String, Value>) -> Fields {
        Fields { pointer, left, known: Vec::new(), errors: Vec::new() }
    }

    fn take(&mut self, name: &'static str) -> Option<Value> {
        self.known.push(name);
        self.left.remove(name).filter(|value| !value.is_null())
    }

    fn at(&self, name: &str) -> String {
        format!("{}/{}", self.pointer, name.replace('~', "~0").replace('/', "~1"))
    }

    /// Accepts a field of another variant of this object if it is null: some clients send every field they know.
    pub fn accept_null(&mut self, name: &str) {
        if self.left.get(name).is_some_and(Value::is_null) {
            self.left.remove(name);
        }
    }

    /// Notes an error in a field of this object.
    pub fn error(&mut self, name: &str, message: impl Into<String>) {
        self.push(self.at(name), message.into());
    }

    /// Notes an error in a field that must not be here, if it is and is not null.
    pub fn refuse(&mut self, name: &'static str, message: &str) {
        if self.take(name).is_some() {
            self.error(name, message);
        }
    }

    /// Notes an error in a field of an object that is a field of this object.
    pub fn nested_error(&mut self, object: &str, name: &str, message: impl Into<String>) {
        self.push(format!("{}/{name}", self.at(object)), message.into());
    }

    /// Notes an error, unless there are [`MAX_ERRORS`] already.
    fn push(&mut self, pointer: String, message: String) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(FieldError { pointer, message });
        }
    }

    fn expected(&mut self, name: &str, what: &str, got: &Value) {
        self.error(name, format!("expected {what}, got {}", kind(got)));
    }

    pub fn string(&mut self, name: &'static str) -> Option<String> {
        match self.take(name)? {
            Value::String(text) => Some(text),
            other => {
                self.expected(name, "a string", &other);
                None
            }
        }
    }

    /// Reads a required string.
    pub fn required_string(&mut self, name: &'static str) -> Option<String> {
        if self.left.get(name).is_none_or(Value::is_null) {
            self.known.push(name);
            self.left.remove(name);
            self.error(name, "is required: expected a string");
            return None;
        }
        self.string(name)
    }

    /// Whether the field is there and null, and has not been read yet.
    pub fn is_null(&self, name: &str) -> bool {
        self.left.get(name).is_some_and(Value::is_null)
    }

    /// Whether the field is there and not null, and has not been read yet.
    pub fn has(&self, name: &str) -> bool {
        self.left.get(name).is_some_and(|value| !value.is_null())
    }

    /// Whether the field has an object that has not been read yet.
    pub fn is_object(&self, name: &str) -> bool {
        self.left.get(name).is_some_and(Value::is_object)
    }

    /// Whether the field has a string that has not been read yet.
    pub fn is_string(&self, name: &str) -> bool {
        self.left.get(name).is_some_and(Value::is_string)
    }

    pub fn boolean(&mut self, name: &'static str) -> Option<bool> {
        match self.take(name)? {
            Value::Bool(value) => Some(value),
            other => {
                self.expected(name, "true or false", &other);
                None
            }
        }
    }

    pub fn integer(&mut self, name: &'static str, range: RangeInclusive<u64>) -> Option<u64> {
        let value = self.take(name)?;
        match value.as_u64().filter(|number| range.contains(number)) {
            Some(number) => Some(number),
            None => {
                let (least, most) = (range.start(), range.end());
                let got = shown(&value);
                let what = match *most {
                    MAX_INTEGER => format!("an integer, {least} at least and below 2^53"),
                    most => format!("an integer from {least} to {most}"),
                };
                self.error(name, format!("expected {what}, got {got}"));
                None
            }
        }
    }

    /// Reads a required integer.
    pub fn required_integer(&mut self, name: &'static str, range: RangeInclusive<u64>) -> Option<u64> {
        if !self.has(name) {
            self.known.push(name);
            self.left.remove(name);
            let (least, most) = (range.start(), range.end());
            self.error(name, format!("is required: expected an integer from {least} to {most}"));
            return None;
        }
        self.integer(name, range)
    }

    pub fn strings(&mut self, name: &'static str) -> Option<Vec<String>> {
        let items = match self.take(name)? {
            Value::Array(items) => items,
            other => {
                self.expected(name, "an array of strings", &other);
                return None;
            }
        };
        let mut texts = Vec::with_capacity(items.len());
        for (index, item) in items.into_iter().enumerate() {
            match item {
                Value::String(text) => texts.push(text),
                _ if self.errors.len() == MAX_ERRORS => return None,
                other => {
                    let pointer = format!("{}/{index}", self.at(name));
                    let message = format!("expected a string, got {}", kind(&other));
                    self.push(pointer, message);
                }
            }
        }
        Some(texts)
    }

    /// Reads a required array of objects, which are read apart, each with pointers of its own.
    pub fn objects(&mut self, name: &'static str, number: RangeInclusive<usize>) -> Option<Vec<Fields>> {
        let items = match self.take(name) {
            Some(Value::Array(items)) if number.contains(&items.len()) => items,
            other => {
                let (least, most) = (number.start(), number.end());
                let got = match other {
                    Some(Value::Array(items)) => format!("{}", items.len()),
                    Some(other) => kind(&other).to_owned(),
                    None => "none".to_owned(),
                };
                self.error(name, format!("expected an array of {least} to {most} objects, got {got}"));
                return None;
            }
        };
        let mut objects = Vec::with_capacity(items.len());
        for (index, item) in items.into_iter().enumerate() {
            match item {
                Value::Object(object) => objects.push(Fields::new(String::new(), object)),
                other => {
                    let pointer = format!("{}/{index}", self.at(name));
                    self.push(pointer, format!("expected an object, got {}", kind(&other)));
                }
            }
        }
        Some(objects)
    }

    /// Reads a required name and returns its value. The error for an unknown name lists all names.
    pub fn required_one_of<T: Copy>(&mut self, name: &'static str, choices: &[(&str, T)]) -> Option<T> {
        let text = self.required_string(name)?;
        self.choice(name, text, choices)
    }

    /// Reads a name and returns its value. The error for an unknown name lists all names.
    pub fn one_of<T: Copy>(&mut self, name: &'static str, choices: &[(&str, T)]) -> Option<T> {
        let text = self.string(name)?;
        self.choice(name, text, choices)
    }

    fn choice<T: Copy>(&mut self, name: &str, text: String, choices: &[(&str, T)]) -> Option<T> {
        let found = choices.iter().find(|(choice, _)| *choice == text).map(|&(_, value)| value);
        if found.is_none() {
            let names: Vec<&str> = choices.iter().map(|&(name, _)| name).collect();
            let got = shown(&Value::String(text));
            self.error(name, format!("expected one of {}, got {got}", names.join(", ")));
        }
        found
    }

    /// Reads a nested object with `read`, and takes over its errors.
    pub fn object<T>(&mut self, name: &'static str, read: impl FnOnce(&mut Fields) -> T) -> Option<T> {
        let object = match self.take(name)? {
            Value::Object(object) => object,
            other => {
                self.expected(name, "an object", &other);
                return None;
            }
        };
        let mut inner = Fields::new(self.at(name), object);
        let value = read(&mut inner);
        inner.check_unknown();
        self.errors.append(&mut inner.errors);
        self.errors.truncate(MAX_ERRORS);
        Some(value)
    }

    /// Removes and returns the remaining fields, for objects whose fields are checked elsewhere.
    pub fn drain(&mut self) -> Map<String, Value> {
        std::mem::take(&mut self.left)
    }

    fn check_unknown(&mut self) {
        if self.left.is_empty() {
            return;
        }
        let known = self.known.join(", ");
        for name in std::mem::take(&mut self.left).keys().take(MAX_ERRORS) {
            let message = match known.is_empty() {
                true => "is not a field of this request, which has none".to_owned(),
                false => format!("is not a field of this request: expected one of {known}"),
            };
            self.error(name, message);
        }
    }

    /// Returns the value built from the fields, if there were no errors.
    ///
    /// # Errors
    /// All errors noted so far, and one for each unknown field.
    pub fn finish<T>(mut self, value: Option<T>) -> Result<T, Vec<FieldError>> {
        self.check_unknown();
        match value {
            Some(value) if self.errors.is_empty() => Ok(value),
            _ => Err(self.errors),
        }
    }
}

fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields.into_iter().filter(|(_, value)| !value.is_null());
            kept.map(|(name, value)| (name, without_nulls(value))).collect()
        }
        other => other,
    }
}

/// Converts numbers such as `5.0` to integers. JSON Schema, and so our OpenAPI contract, accepts them as integers.
fn normalize_integers(value: &mut Value) {
    const EXACT: f64 = (MAX_INTEGER + 1) as f64;
    match value {
        Value::Number(number) if number.is_f64() => {
            let float = number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() < EXACT);
            if let Some(float) = float {
                *value = Value::from(float as i64);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(normalize_integers),
        Value::Object(fields) => fields.values_mut().for_each(normalize_integers),
        _ => {}
    }
}
