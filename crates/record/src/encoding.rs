//! From bytes to text, and from base64 to bytes.

use super::parsed::ReadError;
use encoding_rs::{Encoding, GB18030};
use std::borrow::Cow;

/// The text of these bytes: UTF-8, UTF-16 with a byte order mark, or GB18030.
pub(super) fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0;
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => gb18030(bytes),
    }
}

/// Decodes GB18030. Malformed bytes become U+FFFD: the fixed fields of binary formats often cut a character in two.
pub(super) fn gb18030(bytes: &[u8]) -> Cow<'_, str> {
    GB18030.decode_without_bom_handling(bytes).0
}

/// The bytes of a record in base64, with or without line breaks and padding.
///
/// # Errors
/// When the text is not base64, with the byte of the compact text that is wrong.
pub fn from_base64(text: &str) -> Result<Vec<u8>, ReadError> {
    let compact: String = text.chars().filter(|character| !character.is_whitespace()).collect();
    let unpadded = compact.trim_end_matches('=');
    let decoded = data_encoding::BASE64_NOPAD.decode(unpadded.as_bytes());
    decoded.map_err(|error| ReadError::byte(error.position, "expected base64"))
}
