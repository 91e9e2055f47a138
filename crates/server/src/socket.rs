//! A socket that tells its connection when bytes come and when the client does not take any.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;

use crate::connections::Line;

#[derive(Debug)]
pub(crate) struct Socket {
    stream: TcpStream,
    line: Arc<Line>,
}

impl Socket {
    pub(crate) fn new(stream: TcpStream, line: Arc<Line>) -> Socket {
        // An answer goes out when it is there; without this a small one may wait for an acknowledgement.
        let _ = stream.set_nodelay(true);
        Socket { stream, line }
    }

    /// Says goodbye. What the client was still sending is read and thrown away for a moment: a socket that is closed on unread
    /// bytes is reset, and a client may lose the answer that told it what was wrong.
    pub(crate) async fn part(mut self) {
        const MOST: usize = 1 << 20;
        let _ = self.stream.shutdown().await;
        let mut scrap = vec![0; 16 << 10];
        let mut left = MOST;
        while let Ok(read @ 1..) = self.stream.read(&mut scrap).await {
            left = left.saturating_sub(read);
            if left == 0 {
                break;
            }
        }
    }
}

impl AsyncRead for Socket {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buf);
        if buf.filled().len() > before {
            self.line.heard();
        }
        read
    }
}

impl Socket {
    fn note<T>(&self, written: Poll<T>) -> Poll<T> {
        self.line.stuck(written.is_pending());
        written
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.note(written)
    }
    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.note(written)
    }
    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }
    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
