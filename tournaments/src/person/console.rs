//! Where a person reads and types: a terminal, or a script in tests.

use std::io::{self, BufRead, Write};

/// Lines to a person and from one.
pub trait Console: Send {
    /// Shows a line.
    ///
    /// # Errors
    /// Nobody reads any more.
    fn say(&mut self, line: &str) -> io::Result<()>;

    /// Asks for a line; `None` when there will be no more.
    ///
    /// # Errors
    /// Nobody reads or types any more.
    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>>;
}

/// A console of two streams.
#[derive(Debug)]
pub struct Terminal<R, W> {
    input: R,
    output: W,
}

impl<R: BufRead + Send, W: Write + Send> Terminal<R, W> {
    /// Reads from one, writes to the other.
    pub const fn new(input: R, output: W) -> Self {
        Self { input, output }
    }
}

/// Longer lines are no action in any game; what is behind is dropped.
const LONGEST: usize = 4096;

impl<R: BufRead + Send, W: Write + Send> Console for Terminal<R, W> {
    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")
    }

    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.output, "{prompt}")?;
        self.output.flush()?;
        let mut line = Vec::new();
        let mut any = false;
        loop {
            let bytes = self.input.fill_buf()?;
            if bytes.is_empty() {
                break;
            }
            any = true;
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let taken = end.unwrap_or(bytes.len());
            let room = LONGEST.saturating_sub(line.len());
            line.extend_from_slice(&bytes[..taken.min(room)]);
            self.input.consume(end.map_or(taken, |end| end + 1));
            if end.is_some() {
                break;
            }
        }
        if !any {
            // The shell's prompt should not stand behind ours.
            writeln!(self.output)?;
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }
}
