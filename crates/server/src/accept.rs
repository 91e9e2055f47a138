//! Accept loop: connections with deadlines.
//!
//! The loop of axum has none: a socket that sends nothing, or a byte now and then, stays open, and a few thousand of
//! them shut everybody else out.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{Request, Response};
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};

use crate::api_error::{ApiError, Kind};
use crate::connections::{Connection, Open, Phase};
use crate::guard;
use crate::socket::Socket;
use crate::state::State;

/// Most bytes of a request's first line and headers together.
const HEAD_BYTES: usize = 32 << 10;

/// Time that a client may go on sending when its connection is closed.
const CLOSE_TIME: Duration = Duration::from_millis(500);

/// Accepts connections for ever.
pub(crate) async fn accept(listener: TcpListener, state: Arc<State>, router: Router) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                // Without room the socket is dropped, which closes it.
                if let Some(open) = state.connections.open(state.settings.connections) {
                    tokio::spawn(serve_connection(stream, open, Arc::clone(&state), router.clone()));
                }
            }
            // The process has no more files, or the client has gone already: others may come later.
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

/// Checks the deadlines now and then, for ever.
pub(crate) async fn sweep(state: Arc<State>) {
    let mut ticks = tokio::time::interval(state.settings.tick());
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        state.connections.sweep(&state.settings);
        state.sessions.sweep(&state.settings);
        state.trees.retain(|session| state.sessions.is_open(session));
    }
}

/// Serves one connection to its end. What HTTP needs is made when the first request has come. So clients that send
/// nothing, or next to nothing, cost as much.
async fn serve_connection(stream: TcpStream, open: Open, state: Arc<State>, router: Router) {
    let mut socket = Socket::new(stream, Arc::clone(&open.connection));
    let somebody = tokio::select! {
        somebody = socket.read_head(HEAD_BYTES) => somebody,
        () = open.connection.closed() => false,
    };
    if somebody {
        Box::pin(serve_http(socket, &open, state, router)).await;
    }
}

async fn serve_http(socket: Socket, open: &Open, state: Arc<State>, router: Router) {
    let connection = Arc::clone(&open.connection);
    let service = service_fn(|request| serve(request, Arc::clone(&connection), Arc::clone(&state), router.clone()));
    let mut http = http1::Builder::new();
    // The deadlines are our own.
    http.header_read_timeout(None).max_buf_size(HEAD_BYTES);
    let exchange = http.serve_connection(TokioIo::new(socket), service);
    tokio::select! {
        ended = exchange.without_shutdown() => {
            if let Ok(parts) = ended {
                let _ = tokio::time::timeout(CLOSE_TIME, parts.io.into_inner().close()).await;
            }
        }
        () = connection.closed() => {}
    }
}

/// Serves one request.
async fn serve(
    request: Request<Incoming>,
    connection: Arc<Connection>,
    state: Arc<State>,
    router: Router,
) -> Result<Response<Body>, Infallible> {
    connection.enter(Phase::Body);
    let mut response = match admit(request, &state).await {
        Ok(request) => {
            connection.enter(Phase::Response);
            TowerToHyperService::new(router).call(request).await.unwrap_or_else(|never| match never {})
        }
        Err(api_error) => {
            connection.enter(Phase::Response);
            api_error.response()
        }
    };
    guard::add_headers(&mut response);
    Ok(response.map(|body| Body::new(TrackedBody { body, connection })))
}

/// Admits a request: reads its whole body, if it may go on.
async fn admit(request: Request<Incoming>, state: &State) -> Result<Request<Body>, ApiError> {
    guard::check(&request, state.port)?;
    // No name of ours needs an escape, so that nothing can hide in one.
    if request.uri().path().contains('%') {
        return Err(ApiError::new(Kind::NotFound, "there is nothing of this name"));
    }
    let (head, body) = request.into_parts();
    let settings = &state.settings;
    let most = match head.uri.path() {
        path if path.starts_with("/api/trees/") => settings.tree_bytes,
        path if path.starts_with("/api/files/") => settings.file_bytes,
        _ => settings.body_bytes,
    };
    let collected = tokio::time::timeout(settings.body, collect(body, most)).await;
    let slow = || ApiError::new(Kind::Slow, "the body of the request took too long");
    let bytes = collected.map_err(|_| slow())??;
    Ok(Request::from_parts(head, Body::from(bytes)))
}

/// Reads a body, up to a limit.
async fn collect(mut body: Incoming, most: usize) -> Result<Bytes, ApiError> {
    let too_large = || ApiError::new(Kind::TooLarge, format!("a request has at most {} KiB", most >> 10));
    if body.size_hint().lower() > most as u64 {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    while let Some(frame) = std::future::poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
        let broken = |_| ApiError::new(Kind::BadRequest, "the body of the request is broken off");
        let Ok(data) = frame.map_err(broken)?.into_data() else { continue };
        if bytes.len() + data.len() > most {
            return Err(too_large());
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes.into())
}

/// Response body whose end is recorded: the connection waits for the next request from then on.
struct TrackedBody {
    body: Body,
    connection: Arc<Connection>,
}

impl HttpBody for TrackedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }
    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }
    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for TrackedBody {
    fn drop(&mut self) {
        self.connection.enter(Phase::Silent);
    }
}
