//! Reaching somebody.

use super::raw::call;
use super::{Attack, Target, Tried};
use crate::jail::Effect::Network;
use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};

pub(super) const ATTACKS: &[Attack] = &[
    Attack::new(Network, "tcp-connect", "connects to a port", tcp_connect),
    Attack::new(Network, "tcp-listen", "listens on a port", tcp_listen),
    Attack::new(Network, "udp-send", "sends a datagram", udp_send),
    Attack::new(
        Network,
        "unix-connect",
        "connects to a socket in a folder",
        unix_connect,
    ),
    Attack::new(
        Network,
        "unix-abstract",
        "connects to a socket without a file",
        unix_abstract,
    ),
    Attack::new(
        Network,
        "unix-listen",
        "listens in its scratch folder",
        unix_listen,
    ),
    Attack::new(
        Network,
        "socket-pair",
        "makes a pair of sockets",
        socket_pair,
    ),
    Attack::new(
        Network,
        "netlink",
        "opens a line to the kernel's network",
        netlink,
    ),
    Attack::new(Network, "packet-socket", "listens to all packets", packet),
    Attack::new(Network, "raw-socket", "forges packets", raw_ip),
    Attack::new(
        Network,
        "vsock",
        "reaches the host of a virtual machine",
        vsock,
    ),
    Attack::new(
        Network,
        "socket-32-bit",
        "makes a socket by the 32-bit entry",
        old_entry,
    ),
    Attack::new(
        Network,
        "socket-x32",
        "makes a socket by the x32 numbers",
        x32,
    ),
    Attack::new(
        Network,
        "io-uring",
        "has the kernel make calls on its behalf",
        io_uring,
    ),
];

fn tcp_connect(target: &Target) -> Tried {
    TcpStream::connect((Ipv4Addr::LOCALHOST, target.tcp)).into()
}

fn tcp_listen(_: &Target) -> Tried {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).into()
}

fn udp_send(target: &Target) -> Tried {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0));
    let sent = socket.and_then(|socket| socket.send_to(b"x", (Ipv4Addr::LOCALHOST, target.udp)));
    sent.into()
}

fn unix_connect(target: &Target) -> Tried {
    UnixStream::connect(target.folder.join("socket")).into()
}

fn unix_abstract(target: &Target) -> Tried {
    let address = SocketAddr::from_abstract_name(target.name());
    address
        .and_then(|address| UnixStream::connect_addr(&address))
        .into()
}

fn unix_listen(target: &Target) -> Tried {
    UnixListener::bind(target.scratch.join("socket")).into()
}

fn socket(family: i32, kind: i32) -> Tried {
    call!(libc::SYS_socket, family, kind, 0).into()
}

fn socket_pair(_: &Target) -> Tried {
    let mut pair = [0; 8];
    call!(
        libc::SYS_socketpair,
        libc::AF_UNIX,
        libc::SOCK_STREAM,
        0,
        &mut pair[..]
    )
    .into()
}

fn netlink(_: &Target) -> Tried {
    socket(libc::AF_NETLINK, libc::SOCK_RAW)
}

fn packet(_: &Target) -> Tried {
    socket(libc::AF_PACKET, libc::SOCK_RAW)
}

fn raw_ip(_: &Target) -> Tried {
    call!(
        libc::SYS_socket,
        libc::AF_INET,
        libc::SOCK_RAW,
        libc::IPPROTO_ICMP
    )
    .into()
}

fn vsock(_: &Target) -> Tried {
    socket(libc::AF_VSOCK, libc::SOCK_STREAM)
}

/// Numbers mean other calls there, so a filter that does not look at the entry
/// lets a socket through as something harmless.
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "no library makes calls by this entry")]
fn old_entry(_: &Target) -> Tried {
    const SOCKET: i32 = 359;
    let result: i32;
    // SAFETY: the call takes three numbers and touches no memory; the register
    // that the compiler keeps for itself is put back.
    unsafe {
        std::arch::asm!(
            "push rbx",
            "mov ebx, {family:e}",
            "int 0x80",
            "pop rbx",
            family = in(reg) libc::AF_UNIX,
            inlateout("eax") SOCKET => result,
            in("ecx") libc::SOCK_STREAM,
            in("edx") 0,
            out("r8") _, out("r9") _, out("r10") _, out("r11") _,
        );
    }
    if result < 0 {
        Tried::Refused(io::Error::from_raw_os_error(-result).to_string())
    } else {
        Tried::Done(String::new())
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn old_entry(_: &Target) -> Tried {
    Tried::Refused("this processor has none".into())
}

#[cfg(target_arch = "x86_64")]
fn x32(_: &Target) -> Tried {
    const X32: i64 = 0x4000_0000;
    call!(X32 | libc::SYS_socket, libc::AF_UNIX, libc::SOCK_STREAM, 0).into()
}

#[cfg(not(target_arch = "x86_64"))]
fn x32(_: &Target) -> Tried {
    Tried::Refused("this processor has none".into())
}

fn io_uring(_: &Target) -> Tried {
    let mut parameters = [0; 256];
    call!(libc::SYS_io_uring_setup, 1, &mut parameters[..]).into()
}
