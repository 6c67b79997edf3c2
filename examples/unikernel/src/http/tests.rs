//! Answers beside the sentences of the RFCs, and requests that a fuzzer changes.

use super::*;
use std::collections::BTreeMap;

static FILES: [File; 4] = [
    File { path: "/a b.txt", media_type: "text/plain; charset=utf-8", tag: "\"2-a\"", bytes: b"ab" },
    File { path: "/digits", media_type: "application/octet-stream", tag: "\"a-b\"", bytes: b"0123456789" },
    File { path: "/docs/index.html", media_type: "text/html; charset=utf-8", tag: "\"4-c\"", bytes: b"<p>\n" },
    File { path: "/empty", media_type: "application/octet-stream", tag: "\"0-d\"", bytes: b"" },
];
const GREETER: Site = Site { instance: "web:1", greeting: "Hello", files: &[] };
const SERVER: Site = Site { files: &FILES, ..GREETER };

fn ask(request: &str) -> Option<Answer> {
    answer(request.as_bytes(), &GREETER)
}

/// Status, fields in lower case and body of a GET with these lines.
fn get(target: &str, lines: &str) -> (u16, BTreeMap<String, String>, Vec<u8>) {
    let request = format!("GET {target} HTTP/1.1\r\nHost: web\r\n{lines}\r\n");
    let answer = answer(request.as_bytes(), &SERVER).unwrap();
    assert_eq!(answer.consumed, request.len());
    read(&answer, false)
}

/// Fails where an answer is not one of HTTP/1.1.
fn read(answer: &Answer, head_only: bool) -> (u16, BTreeMap<String, String>, Vec<u8>) {
    let (head, text) = answer.head.split_once("\r\n\r\n").unwrap();
    let mut lines = head.split("\r\n");
    let status = lines.next().unwrap().strip_prefix("HTTP/1.1 ").unwrap()[..3].parse().unwrap();
    let fields = lines.map(|line| line.split_once(": ").unwrap());
    let fields: BTreeMap<_, _> = fields.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect();
    let body = [text.as_bytes(), answer.body].concat();
    let length = fields.get("content-length").map(|length: &String| length.parse::<usize>().unwrap());
    match status {
        304 => assert!(length.is_none() && body.is_empty()),
        _ if head_only => assert!(length.is_some() && body.is_empty()),
        _ => assert_eq!(length, Some(body.len())),
    }
    assert_eq!(answer.keep_open, fields.get("connection").is_none_or(|word| word != "close"));
    (status, fields, body)
}

fn status(request: &str) -> u16 {
    read(&answer(request.as_bytes(), &SERVER).unwrap(), request.starts_with("HEAD ")).0
}

#[test]
fn greets_with_the_name_of_the_instance_and_keeps_the_connection() {
    let request = "GET / HTTP/1.1\r\nHost: web\r\n\r\n";
    let greeted = ask(&[request, "GET /health"].concat()).unwrap();
    assert_eq!(greeted.consumed, request.len());
    assert!(greeted.keep_open);
    assert_eq!(read(&greeted, false).2, b"Hello from web:1, a unikernel\n");
}

#[test]
fn waits_for_the_rest_of_a_request() {
    assert_eq!(ask("GET / HTTP/1.1\r\nHost: web\r\n"), None);
    assert_eq!(ask(""), None);
}

#[test]
fn closes_when_asked_to_or_when_a_body_may_follow() {
    for lines in ["connection: Keep-Alive, Close\r\n", "Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n"] {
        assert!(!ask(&format!("GET / HTTP/1.1\r\nHost: web\r\n{lines}\r\n")).unwrap().keep_open, "{lines}");
    }
    assert!(!ask("GET / HTTP/1.0\r\n\r\n").unwrap().keep_open);
    assert!(ask("GET / HTTP/1.1\r\nHost: web\r\nContent-Length: 0\r\n\r\n").unwrap().keep_open);
}

#[test]
fn a_head_has_the_fields_of_a_get_and_no_body() {
    let request = "/digits HTTP/1.1\r\nHost: web\r\nRange: bytes=1-2\r\n\r\n";
    let head = answer(["HEAD ", request].concat().as_bytes(), &SERVER).unwrap();
    let (status, fields, _) = read(&head, true);
    assert_eq!((status, fields["content-length"].as_str()), (200, "10"));
}

#[test]
fn refuses_what_it_does_not_serve() {
    let long = format!("GET /{} HTTP/1.1\r\n", "x".repeat(LONGEST_REQUEST));
    let many = format!("GET / HTTP/1.1\r\nHost: web\r\n{}\r\n", "a: b\r\n".repeat(MOST_FIELDS));
    for (request, expected) in [
        ("GET /other HTTP/1.1\r\nHost: web\r\n\r\n", 404),
        ("POST / HTTP/1.1\r\nHost: web\r\nContent-Length: 2\r\n\r\n", 405),
        ("BREW / HTTP/1.1\r\nHost: web\r\n\r\n", 501),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: web\r\nHost: web\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost : web\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: web\r\n folded\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: web\r\nContent-Length: +2\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: web\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
        ("GET %2F HTTP/1.1\r\nHost: web\r\n\r\n", 400),
        ("GET /%g0 HTTP/1.1\r\nHost: web\r\n\r\n", 400),
        ("GET /%ff HTTP/1.1\r\nHost: web\r\n\r\n", 400),
        ("GET * HTTP/1.1\r\nHost: web\r\n\r\n", 400),
        ("GET / HTTP/2.0\r\nHost: web\r\n\r\n", 505),
        ("GET /\r\n\r\n", 400),
        ("GET / a HTTP/1.1\r\nHost: web\r\n\r\n", 400),
        (long.as_str(), 431),
        (many.as_str(), 431),
    ] {
        assert_eq!(status(request), expected, "{request}");
    }
}

#[test]
fn serves_files_by_their_decoded_paths() {
    let (status, fields, body) = get("/a%20b.txt?x=1", "");
    assert_eq!((status, body.as_slice()), (200, &b"ab"[..]));
    assert_eq!(fields["content-type"], "text/plain; charset=utf-8");
    assert_eq!(get("http://web/docs/", "").2, b"<p>\n");
    let (status, fields, _) = get("/docs?x", "");
    assert_eq!((status, fields["location"].as_str()), (301, "/docs/"));
    assert_eq!(get("//docs", "").0, 404);
    assert_eq!(get("/docs/../digits", "").0, 404);
    assert_eq!(get("/health", "").2, b"UP\n");
    assert_eq!(get("/empty", "").2, b"");
}

/// RFC 9110 sections 13 and 14.
#[test]
fn honours_conditions_and_ranges() {
    for (lines, expected, body) in [
        ("If-None-Match: \"x\", W/\"a-b\"\r\n", 304, ""),
        ("If-None-Match: *\r\nRange: bytes=0-1\r\n", 304, ""),
        ("If-None-Match: \"x\"\r\n", 200, "0123456789"),
        ("If-Match: W/\"a-b\"\r\n", 412, ""),
        ("If-Match: \"a-b\"\r\n", 200, "0123456789"),
        ("Range: bytes=2-4\r\n", 206, "234"),
        ("Range: bytes=7-\r\n", 206, "789"),
        ("Range: bytes=8-99999999999999999999999\r\n", 206, "89"),
        ("Range: bytes=-3\r\n", 206, "789"),
        ("Range: bytes=-30\r\n", 206, "0123456789"),
        ("Range: bytes=10-\r\n", 416, ""),
        ("Range: bytes=-0\r\n", 416, ""),
        ("Range: bytes=4-2\r\n", 200, "0123456789"),
        ("Range: bytes=1-2,4-5\r\n", 200, "0123456789"),
        ("Range: lines=1-2\r\n", 200, "0123456789"),
        ("Range: bytes=1-2\r\nIf-Range: \"a-b\"\r\n", 206, "12"),
        ("Range: bytes=1-2\r\nIf-Range: \"x\"\r\n", 200, "0123456789"),
    ] {
        let (status, fields, found) = get("/digits", lines);
        assert_eq!((status, core::str::from_utf8(&found).unwrap()), (expected, body), "{lines}");
        assert_eq!(fields.contains_key("content-range"), matches!(expected, 206 | 416), "{lines}");
    }
    assert_eq!(get("/empty", "Range: bytes=0-\r\n").0, 416);
    assert_eq!(get("/digits", "Range: bytes=2-4\r\n").1["content-range"], "bytes 2-4/10");
}

/// Numbers of a fixed sequence (xorshift).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Whatever comes, an answer is one of HTTP/1.1, takes bytes that were received, and is the same in whichever pieces they arrive.
#[test]
fn a_fuzzer_gets_answers_of_the_protocol() {
    const WORDS: [&str; 22] = ["GET ", "HEAD ", "POST ", "/", "/digits", "/docs", " HTTP/1.1\r\n", " HTTP/1.0\r\n", "Host: web\r\n", "\r\n",
        "\n", "Range: bytes=", "5-", "-2", "Content-Length: ", "99999999999999999999", "If-None-Match: ", "\"a-b\"",
        "Connection: close\r\n", "%2", "\0", ": "];
    const WHOLE: [&str; 4] = ["GET /digits HTTP/1.1\r\nHost: web\r\nRange: bytes=1-3\r\n\r\n", "GET /health HTTP/1.0\r\n\r\n",
        "GET /digits HTTP/1.1\r\nHost: web\r\nIf-None-Match: \"a-b\"\r\n\r\n", 
        "PUT / HTTP/1.1\r\nHost: web\r\nContent-Length: 5\r\n\r\nGET /"];
    let mut chance = Chance(0x5eed);
    let mut seen = BTreeMap::new();
    for _ in 0..40_000 {
        let mut request = WHOLE[chance.below(WHOLE.len())].as_bytes().to_vec();
        for _ in 0..chance.below(6) {
            let at = chance.below(request.len() + 1);
            match chance.below(3) {
                0 => request.truncate(at.max(1)),
                1 => request.insert(at, chance.below(256) as u8),
                _ => drop(request.splice(at..at, WORDS[chance.below(WORDS.len())].bytes())),
            }
        }
        let Some(whole) = answer(&request, &SERVER) else { continue };
        assert!(whole.consumed > 0 && whole.consumed <= request.len());
        let head_only = request.starts_with(b"HEAD ") || request.windows(6).any(|word| word == b"\nHEAD ");
        let (status, ..) = read(&whole, head_only && whole.body.is_empty() && whole.head.ends_with("\r\n\r\n"));
        *seen.entry(status).or_insert(0) += 1;
        let earliest = (1..=request.len()).find_map(|length| answer(&request[..length], &SERVER)).unwrap();
        assert_eq!((&earliest.head, earliest.body), (&whole.head, whole.body), "{:?}", String::from_utf8_lossy(&request));
    }
    assert!([200, 206, 304, 400, 404, 405, 501].iter().all(|status| seen.contains_key(status)), "{seen:?}");
}

#[test]
fn fields_of_the_frame_count_even_if_they_are_no_text() {
    let status = |request: &[u8]| {
        let answer = answer(request, &GREETER).unwrap();
        (answer.head[9..12].parse::<u16>().unwrap(), answer.keep_open)
    };
    assert_eq!(status(b"GET / HTTP/1.1\r\nHost: web\r\n\r\n"), (200, true));
    assert_eq!(status(b"GET / HTTP/1.1\r\nHost: web\r\nTransfer-Encoding: chunked\xff\r\n\r\n"), (200, false));
    assert_eq!(status(b"GET / HTTP/1.1\r\nHost: web\r\nHost: \xff\r\n\r\n"), (400, false));
    assert_eq!(status(b"GET / HTTP/1.1\r\nHost: \xff\r\n\r\n"), (400, false));
    assert_eq!(status(b"GET / HTTP/1.1\r\nHost: web\r\nContent-Length: \xff\r\n\r\n"), (400, false));
}
