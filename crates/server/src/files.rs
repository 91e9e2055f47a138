//! Page files, embedded. A path is looked up in this table and never on a disk.

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Response, header};
use counterplay_render::board_css;

/// File of the page.
struct File {
    path: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

/// File of the folder `web`, under its own name.
macro_rules! file {
    ($name:literal, $kind:expr) => {
        File { path: concat!("/", $name), kind: $kind, bytes: include_bytes!(concat!("../web/", $name)) }
    };
}

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const DRAWING: &str = "image/svg+xml";

/// All files; a new one is a line here.
const FILES: &[File] = &[
    File { path: "/", kind: HTML, bytes: include_bytes!("../web/index.html") },
    file!("index.html", HTML),
    file!("address.js", SCRIPT),
    file!("analysis.js", SCRIPT),
    file!("api.js", SCRIPT),
    file!("board.css", STYLE),
    file!("board.js", SCRIPT),
    file!("clock.js", SCRIPT),
    file!("dialogs.js", SCRIPT),
    file!("dom.js", SCRIPT),
    file!("editor.js", SCRIPT),
    file!("favicon.svg", DRAWING),
    file!("files.css", STYLE),
    file!("files.js", SCRIPT),
    file!("first-game.js", SCRIPT),
    file!("gametree.css", STYLE),
    file!("gametree.js", SCRIPT),
    file!("graph.js", SCRIPT),
    file!("happened.js", SCRIPT),
    file!("heat.js", SCRIPT),
    file!("home.js", SCRIPT),
    file!("keys.js", SCRIPT),
    file!("layout.css", STYLE),
    file!("line.js", SCRIPT),
    file!("link.js", SCRIPT),
    file!("main.js", SCRIPT),
    file!("memory.js", SCRIPT),
    file!("moves.js", SCRIPT),
    file!("overlay.js", SCRIPT),
    file!("page.js", SCRIPT),
    file!("paths.js", SCRIPT),
    file!("picture.js", SCRIPT),
    file!("players.js", SCRIPT),
    file!("race.css", STYLE),
    file!("race.js", SCRIPT),
    file!("reading.css", STYLE),
    file!("reading.js", SCRIPT),
    file!("review.js", SCRIPT),
    file!("said.js", SCRIPT),
    file!("session.js", SCRIPT),
    file!("share.js", SCRIPT),
    file!("sides.js", SCRIPT),
    file!("speech.js", SCRIPT),
    file!("status.js", SCRIPT),
    file!("stream.js", SCRIPT),
    file!("table.js", SCRIPT),
    file!("tabs.js", SCRIPT),
    file!("theme.css", STYLE),
    file!("tree-address.js", SCRIPT),
    file!("tree-build.js", SCRIPT),
    file!("tree-builder.js", SCRIPT),
    file!("tree-canvas.js", SCRIPT),
    file!("tree-exports.js", SCRIPT),
    file!("tree-patch.js", SCRIPT),
    file!("tree-player.js", SCRIPT),
    file!("tree-practice.js", SCRIPT),
    file!("tree-show.js", SCRIPT),
    file!("trees.css", STYLE),
    file!("trees.js", SCRIPT),
    file!("value.js", SCRIPT),
    file!("values.js", SCRIPT),
    file!("view.js", SCRIPT),
];

/// Response with the file of this path, if there is one. The paints of boards are the renderer's.
pub(crate) fn find(path: &str) -> Option<Response<Body>> {
    let (kind, bytes) = match path {
        "/paints.css" => (STYLE, Bytes::from(board_css())),
        _ => FILES.iter().find(|file| file.path == path).map(|file| (file.kind, Bytes::from_static(file.bytes)))?,
    };
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    // Another version of the program may serve next time.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Some(response)
}
