//! Enough of HTTP/1.1 (RFC 9112) to be asked for a page again and again on one connection.

use alloc::{format, string::String};

/// Longer requests are refused: all we are asked fits on a few lines.
pub const LONGEST_REQUEST: usize = 4096;

#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    pub text: String,
    /// How much of what was received it answers.
    pub consumed: usize,
    pub keep_open: bool,
}

/// The answer to the first request in what was received; none while that is not all there.
pub fn answer(received: &[u8], instance: &str, greeting: &str) -> Option<Answer> {
    let Some(end) = received.windows(4).position(|window| window == b"\r\n\r\n") else {
        return (received.len() >= LONGEST_REQUEST).then(|| refusal(received.len(), "431 Request Header Fields Too Large"));
    };
    let consumed = end + 4;
    let Ok(head) = core::str::from_utf8(&received[..end]) else { return Some(refusal(consumed, "400 Bad Request")) };
    let mut lines = head.split("\r\n");
    let mut words = lines.next().unwrap_or("").split(' ');
    let (method, path, version) = (words.next().unwrap_or(""), words.next().unwrap_or(""), words.next().unwrap_or(""));
    if !version.starts_with("HTTP/1.") || words.next().is_some() {
        return Some(refusal(consumed, "400 Bad Request"));
    }
    if method != "GET" && method != "HEAD" {
        // A body may follow that we would take for the next request.
        return Some(refusal(consumed, "405 Method Not Allowed"));
    }
    let close = version == "HTTP/1.0" || lines.any(asks_to_close);
    let (status, body) = page(path, instance, greeting);
    let text = written(status, &body, method == "HEAD", !close);
    Some(Answer { text, consumed, keep_open: !close })
}

fn page(path: &str, instance: &str, greeting: &str) -> (&'static str, String) {
    match path.split('?').next().unwrap_or("") {
        "/" => ("200 OK", format!("{greeting} from {instance}, a unikernel\n")),
        "/health" => ("200 OK", "UP\n".into()),
        _ => ("404 Not Found", "There is / and /health.\n".into()),
    }
}

fn asks_to_close(line: &str) -> bool {
    line.split_once(':').is_some_and(|(name, value)| {
        name.eq_ignore_ascii_case("connection") && value.split(',').any(|word| word.trim().eq_ignore_ascii_case("close"))
    })
}

fn refusal(consumed: usize, status: &str) -> Answer {
    Answer { text: written(status, "", false, false), consumed, keep_open: false }
}

fn written(status: &str, body: &str, head_only: bool, keep_open: bool) -> String {
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n{}\r\n{}",
        body.len(),
        if keep_open { "" } else { "Connection: close\r\n" },
        if head_only { "" } else { body }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(request: &str) -> Option<Answer> {
        answer(request.as_bytes(), "web:1", "Hello")
    }

    #[test]
    fn greets_with_the_name_of_the_instance_and_keeps_the_connection() {
        let request = "GET / HTTP/1.1\r\nHost: web\r\n\r\n";
        let greeted = ask(&[request, "GET /health"].concat()).unwrap();
        assert_eq!(greeted.consumed, request.len());
        assert!(greeted.keep_open);
        assert!(greeted.text.starts_with("HTTP/1.1 200 OK\r\n"));
        assert!(greeted.text.contains("\r\nContent-Length: 30\r\n"), "{}", greeted.text);
        assert!(greeted.text.ends_with("\r\n\r\nHello from web:1, a unikernel\n"));
    }

    #[test]
    fn waits_for_the_rest_of_a_request() {
        assert_eq!(ask("GET / HTTP/1.1\r\nHost: web\r\n"), None);
    }

    #[test]
    fn closes_when_asked_to() {
        assert!(!ask("GET / HTTP/1.1\r\nconnection: Keep-Alive, Close\r\n\r\n").unwrap().keep_open);
        assert!(!ask("GET / HTTP/1.0\r\n\r\n").unwrap().keep_open);
    }

    #[test]
    fn a_head_has_no_body() {
        let head = ask("HEAD /health?x HTTP/1.1\r\n\r\n").unwrap();
        assert!(head.text.contains("Content-Length: 3\r\n") && head.text.ends_with("\r\n\r\n"));
    }

    #[test]
    fn refuses_what_it_does_not_serve() {
        let long = "x".repeat(LONGEST_REQUEST);
        for (request, status) in [
            ("GET /other HTTP/1.1\r\n\r\n", "404"),
            ("POST / HTTP/1.1\r\n\r\n", "405"),
            ("GET /\r\n\r\n", "400"),
            ("GET / a HTTP/1.1\r\n\r\n", "400"),
            (long.as_str(), "431"),
        ] {
            let refused = ask(request).unwrap();
            assert!(refused.text.starts_with(&["HTTP/1.1 ", status].concat()), "{}", refused.text);
        }
        assert!(answer(b"GET /\xff HTTP/1.1\r\n\r\n", "", "").unwrap().text.contains("400"));
    }
}
