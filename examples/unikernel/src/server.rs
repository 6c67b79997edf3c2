//! Connections of one of our addresses, and the answers on them.

use alloc::{vec, vec::Vec};
use greeter::{http::{self, LONGEST_REQUEST}, parameters::Parameters};
use smoltcp::{iface::{SocketHandle, SocketSet}, socket::tcp, time::Duration};

/// Of one port of one address at the same time; smoltcp keeps no queue beside sockets that listen.
const CONNECTIONS: usize = 24;
const SEND_BUFFER: usize = 4096;
const IDLE: Duration = Duration::from_secs(75);

pub struct Server {
    sockets: SocketSet<'static>,
    handles: Vec<(SocketHandle, u16)>,
}

impl Server {
    pub fn new(ports: &[u16]) -> Self {
        let mut server = Server { sockets: SocketSet::new(vec![]), handles: vec![] };
        for port in ports {
            for _ in 0..CONNECTIONS {
                let receive = tcp::SocketBuffer::new(vec![0; LONGEST_REQUEST]);
                let mut socket = tcp::Socket::new(receive, tcp::SocketBuffer::new(vec![0; SEND_BUFFER]));
                socket.set_timeout(Some(IDLE));
                socket.set_nagle_enabled(false);
                server.handles.push((server.sockets.add(socket), *port));
            }
        }
        server.serve("", "");
        server
    }

    pub fn sockets(&mut self) -> &mut SocketSet<'static> {
        &mut self.sockets
    }

    /// Answers what can be answered. True if there is something to be sent.
    pub fn serve(&mut self, instance: &str, greeting: &str) -> bool {
        let mut spoke = false;
        for (handle, port) in &self.handles {
            let socket = self.sockets.get_mut::<tcp::Socket>(*handle);
            if !socket.is_open() {
                let _ = socket.listen(*port);
            }
            while let Some(answer) = next_answer(socket, instance, greeting) {
                let _ = socket.recv_slice(&mut [0; LONGEST_REQUEST][..answer.consumed]);
                let _ = socket.send_slice(answer.text.as_bytes());
                if !answer.keep_open {
                    socket.close();
                }
                spoke = true;
            }
            if socket.state() == tcp::State::CloseWait {
                socket.close();
                spoke = true;
            }
        }
        spoke
    }

    /// Held open by others: not those that only wait for the last packets to die.
    pub fn connections(&self) -> u32 {
        let open = |handle: &SocketHandle| {
            matches!(self.sockets.get::<tcp::Socket>(*handle).state(), tcp::State::Established | tcp::State::CloseWait)
        };
        self.handles.iter().filter(|(handle, _)| open(handle)).count() as u32
    }
}

/// None too while a former answer leaves no room for another.
fn next_answer(socket: &mut tcp::Socket, instance: &str, greeting: &str) -> Option<http::Answer> {
    if !socket.can_recv() || !socket.can_send() {
        return None;
    }
    // Copied, because what lies around the end of the buffer is in two pieces there.
    let mut received = [0; LONGEST_REQUEST];
    let length = socket.peek_slice(&mut received).ok()?;
    let answer = http::answer(&received[..length], instance, greeting)?;
    (socket.send_capacity() - socket.send_queue() >= answer.text.len()).then_some(answer)
}

pub fn greeting(parameters: &Parameters) -> &str {
    match parameters.variable("GREETING") {
        "" => "Hello",
        greeting => greeting,
    }
}
