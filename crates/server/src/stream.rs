//! Server-sent events: a mailbox that a search fills and a client empties.
//!
//! The mailbox holds a few events. When the client is slower than the search, the oldest are dropped, but never the
//! last one, which is the result.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, Response, header};
use hyper::body::Frame;
use serde_json::Value;
use tokio::time::{Instant, Sleep};

use crate::count::Counted;
use crate::stop::StopGuard;

/// Most events that wait for a client that does not read.
const MOST: usize = 32;

#[derive(Clone, Debug, Default)]
pub(crate) struct Mailbox(Arc<Mutex<Contents>>);

#[derive(Debug, Default)]
struct Contents {
    events: VecDeque<Bytes>,
    /// Whether the last event is in.
    done: bool,
    waker: Option<Waker>,
}

impl Mailbox {
    fn contents(&self) -> MutexGuard<'_, Contents> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an event that may be dropped.
    pub(crate) fn tell(&self, name: &str, data: &Value) {
        self.put(name, data, false);
    }

    /// Adds the last event. Any after it are not sent.
    pub(crate) fn finish(&self, name: &str, data: &Value) {
        self.put(name, data, true);
    }

    fn put(&self, name: &str, data: &Value, last: bool) {
        let mut contents = self.contents();
        if contents.done {
            return;
        }
        if contents.events.len() >= MOST {
            contents.events.pop_front();
        }
        // JSON in one line has no line break in it.
        contents.events.push_back(Bytes::from(format!("event: {name}\ndata: {data}\n\n")));
        contents.done = last;
        if let Some(waker) = contents.waker.take() {
            waker.wake();
        }
    }
}

/// Event stream of the mailbox. When the client goes away this is dropped, and with it the search is stopped.
pub(crate) struct Events {
    mailbox: Mailbox,
    pulse: Duration,
    alive: Pin<Box<Sleep>>,
    _stop: StopGuard,
    _permit: Counted,
}

impl Events {
    pub(crate) fn response(mailbox: Mailbox, pulse: Duration, stop: StopGuard, permit: Counted) -> Response<Body> {
        let alive = Box::pin(tokio::time::sleep(pulse));
        let mut response = Response::new(Body::new(Events { mailbox, pulse, alive, _stop: stop, _permit: permit }));
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        response
    }
}

impl HttpBody for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let event = {
            let mut contents = self.mailbox.contents();
            let event = contents.events.pop_front();
            if event.is_none() && contents.done {
                return Poll::Ready(None);
            }
            contents.waker = Some(cx.waker().clone());
            event
        };
        let (pulse, alive) = (self.pulse, self.alive.as_mut());
        let event = match event {
            Some(event) => event,
            None => {
                if !pulse.is_zero() {
                    std::task::ready!(alive.poll(cx));
                }
                Bytes::from_static(b": still there\n\n")
            }
        };
        let next = Instant::now() + pulse;
        self.alive.as_mut().reset(next);
        Poll::Ready(Some(Ok(Frame::data(event))))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn progress_is_dropped_and_the_answer_is_not() {
        let mailbox = Mailbox::default();
        for number in 0..1000 {
            mailbox.tell("progress", &json!(number));
        }
        mailbox.finish("done", &json!("yes"));
        mailbox.tell("progress", &json!("late"));
        mailbox.finish("done", &json!("twice"));
        let contents = mailbox.contents();
        assert_eq!(contents.events.len(), MOST);
        assert_eq!(contents.events.back().unwrap(), "event: done\ndata: \"yes\"\n\n");
    }
}
