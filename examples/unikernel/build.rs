//! Puts the files of the folder in the variable CARAVAN_CONTENT into the kernel; without the variable, there are none.

use std::{
    collections::hash_map::DefaultHasher,
    env,
    fmt::Write,
    fs,
    hash::Hasher,
    path::{Path, PathBuf},
};

/// The kernel and its files are below this size, so that they, buffers and stacks fit into a machine of 64 MiB.
const MOST_BYTES: u64 = 48 << 20;

fn main() {
    println!("cargo:rerun-if-env-changed=CARAVAN_CONTENT");
    let mut files = Vec::new();
    if let Some(folder) = env::var_os("CARAVAN_CONTENT").filter(|folder| !folder.is_empty()) {
        let folder = fs::canonicalize(&folder).unwrap_or_else(|fault| {
            fail(&format!("The folder ({}) cannot be read: {fault}.", folder.to_string_lossy()), "give the folder of the web pages.")
        });
        println!("cargo:rerun-if-changed={}", folder.display());
        add(&folder, &folder, &mut files);
        let bytes: u64 = files.iter().map(|(_, file)| fs::metadata(file).map_or(0, |known| known.len())).sum();
        if bytes > MOST_BYTES {
            fail(&format!("The files in {} have {bytes} bytes; at most {MOST_BYTES} fit into a kernel.", folder.display()),
                "serve them by a container.");
        }
        files.sort();
    }
    let mut text = String::from("/// Sorted by path.\npub static FILES: &[File] = &[\n");
    for (path, file) in &files {
        let bytes = fs::read(file).unwrap_or_else(|fault| {
            fail(&format!("The file ({}) cannot be read: {fault}.", file.display()), "check its permissions.")
        });
        let mut hash = DefaultHasher::new();
        hash.write(&bytes);
        writeln!(text, "    File {{ path: {path:?}, media_type: {:?}, tag: {:?}, bytes: include_bytes!({file:?}) }},", media_type(path),
            format!("\"{:x}-{:016x}\"", bytes.len(), hash.finish())).expect("memory");
    }
    text.push_str("];\n");
    let target = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets it")).join("files.rs");
    fs::write(target, text).expect("Cargo made the folder");
}

fn add(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>).unwrap_or_else(|fault| {
        fail(&format!("The folder ({}) cannot be read: {fault}.", folder.display()), "check its permissions.")
    });
    for entry in entries {
        let path = entry.path();
        let kind = entry.file_type().expect("the entry was read");
        if kind.is_dir() {
            add(root, &path, files);
        } else if kind.is_file() {
            match path.strip_prefix(root).expect("below the root").to_str() {
                Some(name) => files.push((format!("/{name}"), path)),
                None => fail(&format!("The name of the file ({}) is no UTF-8.", path.display()), "rename it."),
            }
        } else {
            fail(&format!("{} is neither a file nor a folder.", path.display()), "put a copy of the file in place of the link.");
        }
    }
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, suffix)| suffix) {
        "html" | "htm" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "json" => "application/json",
        "xml" => "application/xml",
        "pdf" => "application/pdf",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "ico" => "image/vnd.microsoft.icon",
        "woff2" => "font/woff2",
        "mp4" => "video/mp4",
        "webm" => "video/webm",
        _ => "application/octet-stream",
    }
}

fn fail(sentence: &str, way_out: &str) -> ! {
    eprintln!("{sentence}\nMaybe {way_out}");
    std::process::exit(1)
}
