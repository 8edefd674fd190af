//! The encodings of the module, for formats that depend on the crate `encoding_rs`.
//!
//! The published crate `encoding_rs` has tables for East Asian encodings. They hardly compress and would make up a
//! twentieth of the module. Only one format reads these encodings, and in the module all texts arrive as UTF-8,
//! whatever encoding they declare. This crate has the encodings for PNML, as defined by the Encoding Standard
//! (WHATWG): UTF-8, UTF-16 and Windows-1252. It knows no others.

use std::borrow::Cow;

/// An encoding.
#[derive(Debug, PartialEq, Eq)]
pub struct Encoding {
    name: &'static str,
    labels: &'static [&'static str],
}

/// UTF-8.
pub static UTF_8: &Encoding = &Encoding {
    name: "UTF-8",
    labels: &["unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf-8", "utf8", "x-unicode20utf8"],
};
/// UTF-16, little-endian.
pub static UTF_16LE: &Encoding = &Encoding {
    name: "UTF-16LE",
    labels: &["csunicode", "iso-10646-ucs-2", "ucs-2", "unicode", "unicodefeff", "utf-16", "utf-16le"],
};
/// UTF-16, big-endian.
pub static UTF_16BE: &Encoding = &Encoding { name: "UTF-16BE", labels: &["unicodefffe", "utf-16be"] };
/// Windows-1252, which also decodes ISO-8859-1 and ASCII.
pub static WINDOWS_1252: &Encoding = &Encoding {
    name: "windows-1252",
    labels: &[
        "ansi_x3.4-1968",
        "ascii",
        "cp1252",
        "cp819",
        "csisolatin1",
        "ibm819",
        "iso-8859-1",
        "iso-ir-100",
        "iso8859-1",
        "iso88591",
        "iso_8859-1",
        "iso_8859-1:1987",
        "l1",
        "latin1",
        "us-ascii",
        "windows-1252",
        "x-cp1252",
    ],
};

/// The characters of the bytes 0x80 to 0x9F in Windows-1252. All other bytes are Unicode code points.
const FROM_0X80: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

impl Encoding {
    /// Returns the encoding that a byte order mark specifies, and the length of the mark in bytes.
    #[must_use]
    pub fn for_bom(bytes: &[u8]) -> Option<(&'static Self, usize)> {
        match bytes {
            [0xEF, 0xBB, 0xBF, ..] => Some((UTF_8, 3)),
            [0xFF, 0xFE, ..] => Some((UTF_16LE, 2)),
            [0xFE, 0xFF, ..] => Some((UTF_16BE, 2)),
            _ => None,
        }
    }

    /// Returns the encoding with this label.
    #[must_use]
    pub fn for_label(label: &[u8]) -> Option<&'static Self> {
        let label = label.trim_ascii();
        let has_label = |encoding: &&Self| {
            encoding.labels.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(label))
        };
        [UTF_8, WINDOWS_1252, UTF_16LE, UTF_16BE].into_iter().find(has_label)
    }

    /// Returns the name of the encoding.
    #[must_use]
    pub fn name(&'static self) -> &'static str {
        self.name
    }

    /// Whether ASCII characters are encoded as the same bytes as in ASCII.
    #[must_use]
    pub fn is_ascii_compatible(&'static self) -> bool {
        self == UTF_8 || self == WINDOWS_1252
    }

    /// Decodes a text by its byte order mark, or else by this encoding. Returns the text, the encoding used, and
    /// whether the text is malformed.
    #[must_use]
    pub fn decode<'a>(&'static self, bytes: &'a [u8]) -> (Cow<'a, str>, &'static Self, bool) {
        let (encoding, mark) = Self::for_bom(bytes).unwrap_or((self, 0));
        let (text, is_malformed) = encoding.decode_without_bom_handling(&bytes[mark..]);
        (text, encoding, is_malformed)
    }

    /// Decodes a text by this encoding. Returns the text, and whether it is malformed. Malformed parts are replaced by
    /// U+FFFD.
    #[must_use]
    pub fn decode_without_bom_handling<'a>(&'static self, bytes: &'a [u8]) -> (Cow<'a, str>, bool) {
        if self == UTF_8 {
            let text = String::from_utf8_lossy(bytes);
            let is_malformed = matches!(text, Cow::Owned(_));
            return (text, is_malformed);
        }
        if self == WINDOWS_1252 {
            return (windows_1252(bytes), false);
        }
        let (text, is_malformed) =
            utf_16(bytes, if self == UTF_16LE { u16::from_le_bytes } else { u16::from_be_bytes });
        (text.into(), is_malformed)
    }
}

fn windows_1252(bytes: &[u8]) -> Cow<'_, str> {
    let character = |&byte: &u8| match byte {
        0x80..0xA0 => FROM_0X80[usize::from(byte - 0x80)],
        _ => char::from(byte),
    };
    match std::str::from_utf8(bytes) {
        Ok(text) if bytes.is_ascii() => Cow::Borrowed(text),
        _ => bytes.iter().map(character).collect(),
    }
}

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> (String, bool) {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut is_malformed = !rest.is_empty();
    let units = pairs.iter().map(|&pair| unit(pair));
    let mut text: String = char::decode_utf16(units)
        .map(|character| {
            is_malformed |= character.is_err();
            character.unwrap_or(char::REPLACEMENT_CHARACTER)
        })
        .collect();
    if !rest.is_empty() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    (text, is_malformed)
}
