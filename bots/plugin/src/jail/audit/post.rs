//! How a listener gets from the launcher, whose filter it belongs to, to us: through a socket
//! with a name in the jail's folder, which the launcher opens before anything is taken away.

use rustix::io::{IoSlice, IoSliceMut};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;

/// The launcher's end.
#[derive(Debug)]
pub(in crate::jail) struct Post(UnixStream);

impl Post {
    /// Opens it.
    ///
    /// # Errors
    /// Nobody listens there.
    pub(in crate::jail) fn open(path: &Path) -> io::Result<Self> {
        UnixStream::connect(path).map(Self)
    }

    /// Sends a listener, or why there is none.
    ///
    /// # Errors
    /// Nobody is there any more.
    pub(in crate::jail) fn send(&self, listener: io::Result<OwnedFd>) -> io::Result<()> {
        let errno = match &listener {
            Ok(_) => 0,
            Err(error) => error.raw_os_error().unwrap_or(libc::EINVAL),
        };
        let bytes = errno.to_le_bytes();
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        let sent = listener.as_ref().ok().map(|listener| [listener.as_fd()]);
        if let Some(sent) = &sent {
            control.push(SendAncillaryMessage::ScmRights(sent));
        }
        let text = [IoSlice::new(&bytes)];
        sendmsg(&self.0, &text, &mut control, SendFlags::empty())?;
        Ok(())
    }
}

/// Takes what was sent: a listener, or why there is none.
///
/// # Errors
/// Nothing was sent, or something else.
pub(super) fn receive(stream: &UnixStream) -> io::Result<io::Result<OwnedFd>> {
    let mut bytes = [0; 4];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let text = &mut [IoSliceMut::new(&mut bytes)];
    let got = recvmsg(stream, text, &mut control, RecvFlags::CMSG_CLOEXEC)?;
    let sent = control.drain().find_map(|message| match message {
        RecvAncillaryMessage::ScmRights(mut sent) => sent.next(),
        _ => None,
    });
    match (got.bytes, i32::from_le_bytes(bytes), sent) {
        (4, 0, Some(listener)) => Ok(Ok(listener)),
        (4, errno, None) if errno != 0 => Ok(Err(io::Error::from_raw_os_error(errno))),
        _ => Err(io::ErrorKind::InvalidData.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    #[test]
    fn a_descriptor_or_a_reason_arrives() {
        let (here, there) = UnixStream::pair().unwrap();
        let post = Post(here);
        let (mut reader, writer) = io::pipe().unwrap();
        post.send(Ok(writer.into())).unwrap();
        post.send(Err(io::Error::from_raw_os_error(libc::EBUSY)))
            .unwrap();
        let sent = receive(&there).unwrap().unwrap();
        io::PipeWriter::from(sent).write_all(b"through").unwrap();
        let mut said = String::new();
        reader.read_to_string(&mut said).unwrap();
        assert_eq!(said, "through");
        let reason = receive(&there).unwrap().unwrap_err();
        assert_eq!(reason.raw_os_error(), Some(libc::EBUSY));
        drop(post);
        assert!(receive(&there).is_err(), "nobody is there");
    }
}
