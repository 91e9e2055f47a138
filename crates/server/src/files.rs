//! The files of the page, embedded. A path is looked up in this table and never on a disk.

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Response, header};

/// A file of the page.
struct File {
    path: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

/// A file of the folder `web`, under its own name.
macro_rules! file {
    ($name:literal, $kind:expr) => {
        File { path: concat!("/", $name), kind: $kind, bytes: include_bytes!(concat!("../web/", $name)) }
    };
}

const HTML: &str = "text/html; charset=utf-8";

/// All files; a new one is a line here.
const FILES: &[File] = &[
    File { path: "/", kind: HTML, bytes: include_bytes!("../web/index.html") },
    file!("index.html", HTML),
];

/// The file of this path, if there is one.
pub(crate) fn find(path: &str) -> Option<Response<Body>> {
    let file = FILES.iter().find(|file| file.path == path)?;
    let mut response = Response::new(Body::from(Bytes::from_static(file.bytes)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.kind));
    // Another version of the program may answer next time.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Some(response)
}
