//! A monitored connection to another process.
//!
//! If a connection is lost, timely's own threads would panic and take the process down. This wrapper prevents
//! that: it records the loss and parks the thread until the process ends, which happens soon.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

use sanderling_analysis::Lost;
use timely::communication::allocator::zero_copy::stream::Stream;

use crate::losses::Losses;

/// Number of zero bytes that end a connection in order: an empty header of timely, and then nothing.
const ZEROS_AT_END: usize = 48;

/// A connection to another process.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    process: usize,
    losses: Arc<Losses>,
    zeros: usize,
}

impl Connection {
    pub(crate) fn new(stream: TcpStream, process: usize, losses: Arc<Losses>) -> Self {
        Self { stream, process, losses, zeros: 0 }
    }

    /// Records that the process is lost, unless all messages have been exchanged.
    fn lost(&self, why: &dyn std::fmt::Display) -> ! {
        if !self.losses.is_over() {
            self.losses.note(Lost::new(self.process, why.to_string()));
        }
        loop {
            thread::park();
        }
    }
}

impl Read for Connection {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = loop {
            match self.stream.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        match read {
            Ok(0) if buffer.is_empty() || self.zeros >= ZEROS_AT_END => Ok(0),
            Ok(0) => self.lost(&"it has ended, or has closed the connection"),
            Ok(length) => {
                let zeros = buffer[..length].iter().rev().take(ZEROS_AT_END).take_while(|&&byte| byte == 0);
                let zeros = zeros.count();
                self.zeros = if zeros == length { self.zeros + zeros } else { zeros };
                self.losses.received_bytes.fetch_add(length as u64, Ordering::Relaxed);
                Ok(length)
            }
            Err(error) => self.lost(&error),
        }
    }
}

impl Write for Connection {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self.stream.write(buffer) {
            Ok(length) => {
                self.losses.sent_bytes.fetch_add(length as u64, Ordering::Relaxed);
                Ok(length)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => self.lost(&error),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Connection {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Self::new(self.stream.try_clone()?, self.process, Arc::clone(&self.losses)))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        match self.stream.shutdown(how) {
            Ok(()) => Ok(()),
            Err(error) => self.lost(&error),
        }
    }
}
