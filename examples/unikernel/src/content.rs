//! Files that the kernel contains: `build.rs` writes their table.

/// `path` begins with a slash and is not percent-encoded; `tag` is a strong entity tag with its quotes (RFC 9110 section 8.8.3).
#[derive(Debug)]
pub struct File {
    pub path: &'static str,
    pub media_type: &'static str,
    pub tag: &'static str,
    pub bytes: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The file of a path. A path that ends with a slash has the file `index.html`.
pub fn find(files: &'static [File], path: &str) -> Option<&'static File> {
    let index = if path.ends_with('/') { "index.html" } else { "" };
    let order = |file: &File| file.path.bytes().cmp(path.bytes().chain(index.bytes()));
    files.binary_search_by(order).ok().map(|found| &files[found])
}
