//! Connections of one of our addresses, and the answers on them.

use alloc::{string::String, vec, vec::Vec};
use greeter::{content::FILES, http::{self, Answer, Site, LONGEST_REQUEST}, parameters::Parameters};
use smoltcp::{iface::{SocketHandle, SocketSet}, socket::tcp, time::Duration};

/// Of one port of one address at the same time; smoltcp keeps no queue beside sockets that listen.
const CONNECTIONS: usize = 24;
/// Bytes on the way: at a round trip of 30 ms, 32 KiB are 8.7 Mbit/s. Half of the heap is for all of them.
const LARGEST_BUFFER: usize = if FILES.is_empty() { 4 << 10 } else { 32 << 10 };
const BUFFERS: usize = 4 << 20;
const IDLE: Duration = Duration::from_secs(75);

pub struct Server {
    sockets: SocketSet<'static>,
    connections: Vec<Connection>,
}

struct Connection {
    socket: SocketHandle,
    port: u16,
    answer: Option<Sending>,
}

/// The rest of an answer.
struct Sending {
    head: String,
    body: &'static [u8],
    sent: usize,
    keep_open: bool,
}

impl Sending {
    /// Moves what fits into the buffer of the socket. True if that is something.
    fn send(&mut self, socket: &mut tcp::Socket) -> bool {
        let begun = self.sent;
        while self.left() > 0 && socket.can_send() {
            let head = self.head.as_bytes();
            let rest = if self.sent < head.len() { &head[self.sent..] } else { &self.body[self.sent - head.len()..] };
            match socket.send_slice(rest) {
                Ok(0) | Err(_) => break,
                Ok(moved) => self.sent += moved,
            }
        }
        self.sent > begun
    }

    fn left(&self) -> usize {
        self.head.len() + self.body.len() - self.sent
    }
}

impl From<Answer> for Sending {
    fn from(answer: Answer) -> Self {
        Sending { head: answer.head, body: answer.body, sent: 0, keep_open: answer.keep_open }
    }
}

impl Server {
    /// `addresses` is the number of servers of this machine.
    pub fn new(ports: &[u16], addresses: usize, site: &Site) -> Self {
        let buffer = (BUFFERS / (CONNECTIONS * (ports.len() * addresses).max(1))).clamp(LONGEST_REQUEST, LARGEST_BUFFER);
        let mut server = Server { sockets: SocketSet::new(vec![]), connections: vec![] };
        for port in ports {
            for _ in 0..CONNECTIONS {
                let receive = tcp::SocketBuffer::new(vec![0; LONGEST_REQUEST]);
                let mut socket = tcp::Socket::new(receive, tcp::SocketBuffer::new(vec![0; buffer]));
                socket.set_timeout(Some(IDLE));
                socket.set_nagle_enabled(false);
                server.connections.push(Connection { socket: server.sockets.add(socket), port: *port, answer: None });
            }
        }
        server.serve(site);
        server
    }

    pub fn sockets(&mut self) -> &mut SocketSet<'static> {
        &mut self.sockets
    }

    /// Answers what can be answered. True if there is something to be sent.
    pub fn serve(&mut self, site: &Site) -> bool {
        let mut active = false;
        for connection in &mut self.connections {
            active |= connection.serve(self.sockets.get_mut::<tcp::Socket>(connection.socket), site);
        }
        active
    }

    /// Held open by others: not those that only wait for the last packets to die.
    pub fn connections(&self) -> u32 {
        let open = |connection: &&Connection| {
            matches!(self.sockets.get::<tcp::Socket>(connection.socket).state(), tcp::State::Established | tcp::State::CloseWait)
        };
        self.connections.iter().filter(open).count() as u32
    }
}

impl Connection {
    fn serve(&mut self, socket: &mut tcp::Socket, site: &Site) -> bool {
        if !socket.is_open() {
            self.answer = None;
            let _ = socket.listen(self.port);
        }
        if !socket.may_send() {
            return false;
        }
        let mut active = false;
        loop {
            if let Some(answer) = &mut self.answer {
                active |= answer.send(socket);
                if answer.left() > 0 {
                    return active;
                }
                if !answer.keep_open {
                    socket.close();
                    self.answer = None;
                    return true;
                }
            }
            self.answer = next_answer(socket, site).map(|answer| {
                let _ = socket.recv_slice(&mut [0; LONGEST_REQUEST][..answer.consumed]);
                answer.into()
            });
            if self.answer.is_none() {
                break;
            }
        }
        // Half closed by the other end, and all that it asked is answered.
        if socket.state() == tcp::State::CloseWait {
            socket.close();
            active = true;
        }
        active
    }
}

fn next_answer(socket: &mut tcp::Socket, site: &Site) -> Option<Answer> {
    if !socket.can_recv() {
        return None;
    }
    // Copied, because what lies around the end of the buffer is in two pieces there.
    let mut received = [0; LONGEST_REQUEST];
    let length = socket.peek_slice(&mut received).ok()?;
    http::answer(&received[..length], site)
}

pub fn greeting(parameters: &Parameters) -> &str {
    match parameters.variable("GREETING") {
        "" => "Hello",
        greeting => greeting,
    }
}
