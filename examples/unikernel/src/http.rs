//! Requests and answers of HTTP/1.1 (RFC 9112): GET and HEAD of fixed content, with conditions and ranges of bytes (RFC 9110). Answers have
//! no date, because the machine has no clock of the day (RFC 9110 section 6.6.1).

use crate::content::{find, File};
use alloc::{borrow::ToOwned, format, string::String, vec::Vec};
use core::ops::Range;
use httparse::{Error, Header, Request, Status};

/// In bytes, without a body; a longer request is refused.
pub const LONGEST_REQUEST: usize = 4096;
const MOST_FIELDS: usize = 64;
const METHODS: [&str; 7] = ["POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"];

/// What the server answers with.
pub struct Site<'a> {
    pub instance: &'a str,
    pub greeting: &'a str,
    /// Sorted by path.
    pub files: &'static [File],
}

#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    /// Status and fields, and the body if it is short.
    pub head: String,
    pub body: &'static [u8],
    /// Number of received bytes that this answers.
    pub consumed: usize,
    pub keep_open: bool,
}

/// A status with the fields that belong to it.
struct Page {
    status: &'static str,
    fields: String,
    content: Content,
}

enum Content {
    None,
    Text(String),
    Part(&'static File, Range<usize>),
}

/// The answer to the first request in what was received; none while the request is not complete.
pub fn answer(received: &[u8], site: &Site) -> Option<Answer> {
    let mut fields = [httparse::EMPTY_HEADER; MOST_FIELDS];
    let mut request = Request::new(&mut fields);
    let consumed = match request.parse(received) {
        Ok(Status::Complete(length)) => length,
        Ok(Status::Partial) if received.len() < LONGEST_REQUEST => return None,
        // The parser refuses a version before its line is complete.
        Err(Error::Version) if received.len() < LONGEST_REQUEST && !received.trim_ascii_start().contains(&b'\n') => return None,
        Ok(Status::Partial) | Err(Error::TooManyHeaders) => return Some(refusal(received.len(), "431 Request Header Fields Too Large")),
        Err(Error::Version) if has_other_version(received) => return Some(refusal(received.len(), "505 HTTP Version Not Supported")),
        Err(_) => return Some(refusal(received.len(), "400 Bad Request")),
    };
    let (method, target) = (request.method.unwrap_or(""), request.path.unwrap_or(""));
    let newer = request.version == Some(1);
    let fields = &*request.headers;
    let Some(body) = body_length(fields) else { return Some(refusal(consumed, "400 Bad Request")) };
    if newer && (named(fields, "host").count() != 1 || values(fields, "host").count() != 1) {
        return Some(refusal(consumed, "400 Bad Request"));
    }
    let head_only = method == "HEAD";
    let page = if method == "GET" || head_only {
        page(target, fields, head_only, site)
    } else if METHODS.contains(&method) {
        bare("405 Method Not Allowed", "Allow: GET, HEAD\r\n")
    } else {
        bare("501 Not Implemented", "")
    };
    // A body is not read, so what follows the request would be taken for the next one.
    let keep_open = newer && body == 0 && !values(fields, "connection").flat_map(|value| value.split(','))
        .any(|word| word.trim().eq_ignore_ascii_case("close"));
    Some(written(page, consumed, head_only, keep_open))
}

fn has_other_version(received: &[u8]) -> bool {
    let line = received.trim_ascii_start().split(|byte| *byte == b'\n').next().unwrap_or(b"").trim_ascii_end();
    line.split(|byte| *byte == b' ').count() == 3 && line.len() > 9 && matches!(line[line.len() - 9..],
        [b' ', b'H', b'T', b'T', b'P', b'/', major, b'.', minor] if major.is_ascii_digit() && minor.is_ascii_digit())
}

/// None if the length cannot be known (RFC 9112 section 6.3).
fn body_length(fields: &[Header]) -> Option<u64> {
    if named(fields, "transfer-encoding").next().is_some() {
        return Some(u64::MAX);
    }
    let mut length = None;
    for value in named(fields, "content-length") {
        let text = core::str::from_utf8(value).ok()?.trim();
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let found = text.parse().ok()?;
        if length.replace(found).is_some_and(|other| other != found) {
            return None;
        }
    }
    Some(length.unwrap_or(0))
}

/// Also values that are no text.
fn named<'f>(fields: &'f [Header], name: &'f str) -> impl Iterator<Item = &'f [u8]> {
    fields.iter().filter(move |field| field.name.eq_ignore_ascii_case(name)).map(|field| field.value)
}

/// Values that are no text are left out: conditions and ranges may be ignored.
fn values<'f>(fields: &'f [Header], name: &'f str) -> impl Iterator<Item = &'f str> {
    named(fields, name).filter_map(|value| core::str::from_utf8(value).ok())
}

fn page(target: &str, fields: &[Header], head_only: bool, site: &Site) -> Page {
    let Some(path) = path(target) else { return bare("400 Bad Request", "") };
    if let Some(file) = find(site.files, &path) {
        return part(file, fields, head_only);
    }
    match path.as_str() {
        "/" => text("200 OK", format!("{} from {}, a unikernel\n", site.greeting, site.instance)),
        "/health" => text("200 OK", "UP\n".into()),
        // The target is repeated as it came: a visible text without spaces.
        _ if find(site.files, &format!("{path}/")).is_some() && !path.starts_with("//") => {
            let target = target.split('?').next().unwrap_or("");
            bare("301 Moved Permanently", &format!("Location: {target}/\r\n"))
        }
        _ if site.files.is_empty() => text("404 Not Found", "There is / and /health.\n".into()),
        _ => text("404 Not Found", "There is no such page.\n".into()),
    }
}

/// Of the origin form or the absolute form of a target, decoded; none for others.
fn path(target: &str) -> Option<String> {
    let origin = match target.split_once("://") {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("http") => rest.find('/').map_or("/", |slash| &rest[slash..]),
        _ => target,
    };
    let path = origin.split('?').next().filter(|path| path.starts_with('/'))?;
    let mut decoded = Vec::with_capacity(path.len());
    let mut bytes = path.bytes();
    while let Some(byte) = bytes.next() {
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        decoded.push(if byte == b'%' { (digit(bytes.next())? * 16 + digit(bytes.next())?) as u8 } else { byte });
    }
    String::from_utf8(decoded).ok()
}

/// Conditions are evaluated in the order of RFC 9110 section 13.2.2.
fn part(file: &'static File, fields: &[Header], head_only: bool) -> Page {
    let tag = format!("ETag: {}\r\n", file.tag);
    let names = |name, weak: bool| {
        let mut words = values(fields, name).flat_map(|value| value.split(',')).map(str::trim).peekable();
        let is = |word: &str| word == "*" || word == file.tag || weak && word.strip_prefix("W/") == Some(file.tag);
        words.peek().is_some().then(|| words.any(is))
    };
    if names("if-match", false) == Some(false) {
        return bare("412 Precondition Failed", "");
    }
    if names("if-none-match", true) == Some(true) {
        return bare("304 Not Modified", &tag);
    }
    let length = file.bytes.len();
    let described = |rest: &str| format!("Content-Type: {}\r\n{tag}Accept-Ranges: bytes\r\n{rest}", file.media_type);
    let wanted = values(fields, "range").next().filter(|_| !head_only && values(fields, "if-range").all(|value| value.trim() == file.tag));
    match wanted.and_then(|value| range(value, length)) {
        None => Page { status: "200 OK", fields: described(""), content: Content::Part(file, 0..length) },
        Some(range) if range.is_empty() => bare("416 Range Not Satisfiable", &format!("Content-Range: bytes */{length}\r\n")),
        Some(range) => {
            let place = format!("Content-Range: bytes {}-{}/{length}\r\n", range.start, range.end - 1);
            Page { status: "206 Partial Content", fields: described(&place), content: Content::Part(file, range) }
        }
    }
}

/// None for what is not one range of bytes, which is ignored; empty if no byte is in it (RFC 9110 section 14.1.2).
fn range(value: &str, length: usize) -> Option<Range<usize>> {
    let (first, last) = value.trim().strip_prefix("bytes=")?.split_once('-')?;
    let number = |text: &str| -> Option<usize> {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        Some(text.parse().unwrap_or(usize::MAX)) // longer than any number
    };
    if first.is_empty() {
        return Some(length.saturating_sub(number(last)?)..length);
    }
    let first = number(first)?;
    let last = if last.is_empty() { usize::MAX } else { number(last)? };
    if last < first {
        return None;
    }
    Some(first.min(length)..last.saturating_add(1).min(length))
}

fn bare(status: &'static str, fields: &str) -> Page {
    Page { status, fields: fields.to_owned(), content: Content::None }
}

fn text(status: &'static str, text: String) -> Page {
    Page { status, fields: "Content-Type: text/plain; charset=utf-8\r\n".into(), content: Content::Text(text) }
}

fn refusal(consumed: usize, status: &'static str) -> Answer {
    written(bare(status, ""), consumed, false, false)
}

fn written(page: Page, consumed: usize, head_only: bool, keep_open: bool) -> Answer {
    let (length, text, body) = match &page.content {
        Content::None => (0, "", &[][..]),
        Content::Text(text) => (text.len(), text.as_str(), &[][..]),
        Content::Part(file, range) => (range.len(), "", &file.bytes[range.clone()]),
    };
    let (status, fields) = (page.status, &page.fields);
    // The answer to a condition has the length of nothing (RFC 9110 section 8.6).
    let length = if status.starts_with("304") { String::new() } else { format!("Content-Length: {length}\r\n") };
    let connection = if keep_open { "" } else { "Connection: close\r\n" };
    let (text, body) = if head_only { ("", &[][..]) } else { (text, body) };
    Answer { head: format!("HTTP/1.1 {status}\r\n{fields}{length}{connection}\r\n{text}"), body, consumed, keep_open }
}

#[cfg(test)]
mod tests;
