//! Who watches a process.

use super::look::Eyes;
use super::stage::{Now, Stage};
use super::{Audit, notice, post};
use crate::jail::order::Order;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::AsFd;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, thread};

/// The watch over one process. Dropped when the process is dead; it ends with that at the
/// latest.
#[derive(Debug)]
pub struct Watch {
    now: Arc<Now>,
    /// The name of the socket, which is gone when the launcher has found it.
    post: PathBuf,
    /// Closing it tells the thread to end.
    _stop: PipeWriter,
}

impl Watch {
    /// Begins to watch the process that this order will start. `post` is a path for the socket
    /// on which its launcher reports.
    ///
    /// # Errors
    /// There is no socket, pipe or thread to be had.
    pub(in crate::jail) fn begin(
        audit: &Arc<Audit>,
        order: &Order,
        post: &Path,
    ) -> io::Result<Self> {
        let listener = UnixListener::bind(post)?;
        let (stopped, stop) = io::pipe()?;
        let now = Arc::new(Now::new());
        let eyes = Eyes::new(Arc::clone(audit), order, Arc::clone(&now));
        let watch = Self {
            now,
            post: post.into(),
            _stop: stop,
        };
        let thread = thread::Builder::new().name("watches a bot".into());
        thread.spawn(move || {
            // Whatever fails here, the listener closes with it, and every call that would have
            // been looked at fails.
            let _ = attend(&listener, &stopped, &eyes);
        })?;
        Ok(watch)
    }

    /// The process is about to be asked this.
    pub fn asked(&self, stage: Stage) {
        self.now.set(stage);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // Gone already, if the launcher came.
        let _ = fs::remove_file(&self.post);
    }
}

fn attend(socket: &UnixListener, stop: &PipeReader, eyes: &Eyes) -> io::Result<()> {
    if !comes(socket, stop)? {
        return Ok(());
    }
    let (stream, _) = socket.accept()?;
    if !comes(&stream, stop)? {
        return Ok(());
    }
    let listener = match post::receive(&stream)? {
        Ok(listener) => listener,
        Err(error) => {
            eyes.audit.cannot_see(format!(
                "the system does not tell which calls it refuses: {error}"
            ));
            return Ok(());
        }
    };
    drop(stream);
    while comes(&listener, stop)? {
        let notice = match notice::next(&listener) {
            Ok(notice) => notice,
            // Given up in between.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let seen = eyes.look(&notice);
        if let Some(seen) = seen.filter(|_| notice.waits(&listener)) {
            eyes.note(seen);
        }
        match notice.answer(&listener, eyes.answer(&notice)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// Waits until something comes; false: nothing will any more.
fn comes(from: impl AsFd, stop: &PipeReader) -> io::Result<bool> {
    loop {
        let mut both = [
            PollFd::from_borrowed_fd(from.as_fd(), PollFlags::IN),
            PollFd::new(stop, PollFlags::IN),
        ];
        match poll(&mut both, None) {
            Err(Errno::INTR) => continue,
            Err(error) => return Err(error.into()),
            Ok(_) => {}
        }
        if !both[1].revents().is_empty() {
            return Ok(false);
        }
        let told = both[0].revents();
        if !told.is_empty() {
            return Ok(told.contains(PollFlags::IN));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jail::Limits;
    use crate::jail::audit::Post;

    /// Watches while a launcher does this; what cannot be seen then.
    fn while_it(acts: impl FnOnce(&Path, PipeWriter) + Send) -> (io::Result<()>, Option<String>) {
        let order = Order::only(Limits::bot(1));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("post");
        let socket = UnixListener::bind(&path).unwrap();
        let (stopped, stop) = io::pipe().unwrap();
        let audit = Arc::default();
        let eyes = Eyes::new(Arc::clone(&audit), &order, Arc::new(Now::new()));
        let ended = thread::scope(|scope| {
            scope.spawn(|| acts(&path, stop));
            attend(&socket, &stopped, &eyes)
        });
        (ended, audit.blind())
    }

    /// However a launcher fails, nobody waits for it for ever.
    #[test]
    fn a_watch_ends_with_its_launcher() {
        let (ended, blind) = while_it(|_, _stop| {});
        assert!(ended.is_ok() && blind.is_none(), "nobody came");
        let (ended, blind) = while_it(|path, _stop| drop(Post::open(path).unwrap()));
        assert!(blind.is_none(), "{ended:?}: it left without a word");
        let (ended, blind) = while_it(|path, _stop| {
            let busy = io::Error::from_raw_os_error(libc::EBUSY);
            Post::open(path).unwrap().send(Err(busy)).unwrap();
        });
        // The word of the launcher and its end may arrive at once.
        assert!(ended.is_ok());
        assert!(blind.is_none_or(|why| why.contains("does not tell")));
    }
}
