//! Frames: a header with the number of bytes, an empty line, and the bytes.
//!
//! This is the framing of the Language Server Protocol (its base protocol, version 3.17). The reader skips a frame that
//! is too large as a whole. If a header is invalid, the reader skips to the next empty line. Either way it can read the
//! next frame.

use std::io::{self, BufRead, Read, Write};
use std::mem;

/// Maximum size of a message in bytes. A net of this size should be loaded by its path.
const LONGEST_MESSAGE: u64 = 256 << 20;
/// Maximum length of a header line in bytes.
const LONGEST_LINE: u64 = 4 << 10;

/// The result of reading a frame.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// A message.
    Message(Vec<u8>),
    /// An invalid frame, with the reason. A valid one may follow.
    Broken(String),
    /// The end of the input.
    End,
}

/// A reader of frames.
#[derive(Debug)]
pub(crate) struct Frames<R> {
    input: R,
    /// The number of bytes of a refused message that remain to be skipped.
    refused: u64,
}

impl<R: BufRead> Frames<R> {
    pub(crate) fn of(input: R) -> Self {
        Self { input, refused: 0 }
    }

    /// Reads a frame. If it is too large, it is reported as soon as its header has been read, and skipped before the
    /// next one.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub(crate) fn read(&mut self) -> io::Result<Frame> {
        let refused = mem::take(&mut self.refused);
        io::copy(&mut (&mut self.input).take(refused), &mut io::sink())?;
        match read_length(&mut self.input)? {
            Ok(length) if length > LONGEST_MESSAGE => {
                self.refused = length;
                let most = LONGEST_MESSAGE;
                Ok(Frame::Broken(format!(
                    "a message of {length} bytes is skipped: at most {most} are allowed"
                )))
            }
            Ok(length) => read_body(&mut self.input, length),
            Err(frame) => Ok(frame),
        }
    }
}

/// Reads a header, and returns the length of the message, or the frame to report instead.
fn read_length(input: &mut impl BufRead) -> io::Result<Result<u64, Frame>> {
    let mut length = None;
    let mut problem = None;
    let mut is_first = true;
    loop {
        let Some(line) = read_line(input)? else {
            let end = if is_first { Frame::End } else { Frame::Broken("the input ends in a header".into()) };
            return Ok(Err(end));
        };
        is_first = false;
        if line.is_empty() {
            break;
        }
        match line.split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                match value.trim().parse::<u64>() {
                    Ok(bytes) => length = Some(bytes),
                    Err(_) => problem = Some(format!("`{}` is not a number of bytes", value.trim())),
                }
            }
            // The only other header names the encoding, and the protocol has only one encoding.
            Some(_) => {}
            None => problem = Some("a line of a header without a colon".to_owned()),
        }
    }
    Ok(match (length, problem) {
        (_, Some(problem)) => Err(Frame::Broken(problem)),
        (None, None) => Err(Frame::Broken("a header without Content-Length".to_owned())),
        (Some(length), None) => Ok(length),
    })
}

fn read_body(input: &mut impl BufRead, length: u64) -> io::Result<Frame> {
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < length {
        return Ok(Frame::Broken("the input ends in a message".to_owned()));
    }
    Ok(Frame::Message(bytes))
}

/// Reads the next line without its end, or `None` at the end of the input. Only the beginning of an overlong line is
/// read.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = input.take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&line);
    Ok(Some(text.trim_end_matches(['\n', '\r']).to_owned()))
}

/// Writes a frame in one piece, and flushes.
///
/// # Errors
/// If the output cannot be written.
pub(crate) fn write(output: &mut dyn Write, message: &str) -> io::Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n{message}", message.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &[u8]) -> Vec<Frame> {
        let (mut input, mut frames) = (Frames::of(input), Vec::new());
        loop {
            match input.read().unwrap() {
                Frame::End => return frames,
                frame => frames.push(frame),
            }
        }
    }

    fn message(text: &str) -> Frame {
        Frame::Message(text.as_bytes().to_vec())
    }

    #[test]
    fn frames_survive_being_written_and_read() {
        let mut bytes = Vec::new();
        for text in ["{}", "", "\u{e4}\r\n\r\n"] {
            write(&mut bytes, text).unwrap();
        }
        assert_eq!(all(&bytes), [message("{}"), message(""), message("\u{e4}\r\n\r\n")]);
    }

    #[test]
    fn header_names_ignore_case_and_unknown_headers_are_skipped() {
        let bytes = b"content-LENGTH: 2\nContent-Type: application/vscode-jsonrpc; charset=utf-8\n\n{}";
        assert_eq!(all(bytes), [message("{}")]);
    }

    #[test]
    fn after_a_broken_header_the_next_frame_is_read() {
        let good = "Content-Length: 2\r\n\r\n{}";
        for bad in ["nonsense\r\n\r\n", "Content-Length: -3\r\n\r\n", "Content-Type: x\r\n\r\n"] {
            let frames = all(format!("{bad}{good}").as_bytes());
            assert!(matches!(&frames[..], [Frame::Broken(_), Frame::Message(_)]), "{bad:?}: {frames:?}");
        }
        let frames = all(b"Content-Length: 9\r\n\r\n{}");
        assert!(matches!(&frames[..], [Frame::Broken(_)]));
    }

    #[test]
    fn a_frame_that_is_too_large_is_skipped_without_being_kept() {
        let length = LONGEST_MESSAGE + 1;
        let header = format!("Content-Length: {length}\r\n\r\n");
        let mut input = Frames::of(io::BufReader::new(
            header.as_bytes().chain(io::repeat(b' ').take(length)).chain(&b"Content-Length: 2\r\n\r\n{}"[..]),
        ));
        assert!(matches!(input.read().unwrap(), Frame::Broken(_)));
        assert_eq!(input.read().unwrap(), message("{}"));
    }

    #[test]
    fn a_frame_that_is_too_large_is_refused_before_its_content_is_read() {
        struct NothingMore;
        impl Read for NothingMore {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                panic!("there is an answer before the body is read")
            }
        }
        let header = "Content-Length: 18446744073709551615\r\n\r\n";
        let mut input = Frames::of(io::BufReader::new(header.as_bytes().chain(NothingMore)));
        assert!(matches!(input.read().unwrap(), Frame::Broken(problem) if problem.contains("skipped")));
    }
}
