//! Socket that reports when bytes come and when the client does not take any.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;

use crate::connections::Connection;

#[derive(Debug)]
pub(crate) struct Socket {
    stream: TcpStream,
    connection: Arc<Connection>,
    /// Bytes that were read already, and are to be read again.
    head: Vec<u8>,
    /// Number of those bytes that were read again.
    again: usize,
}

impl Socket {
    pub(crate) fn new(stream: TcpStream, connection: Arc<Connection>) -> Socket {
        // A small response goes out at once; without this it may wait for an acknowledgement.
        let _ = stream.set_nodelay(true);
        Socket { stream, connection, head: Vec::new(), again: 0 }
    }

    /// Reads the first request up to the end of its headers, or up to so many bytes; `false` if there is nobody. HTTP
    /// has buffers of 16 KiB for each connection, and clients that send a byte now and then are not given them.
    pub(crate) async fn read_head(&mut self, most: usize) -> bool {
        let mut bytes = [0; 512];
        while self.head.len() < most {
            match self.stream.read(&mut bytes).await {
                Ok(read @ 1..) => {
                    self.connection.bytes_received();
                    // The end may lie across two pieces.
                    let from = self.head.len().saturating_sub(3);
                    self.head.extend_from_slice(&bytes[..read]);
                    if self.head[from..].windows(4).any(|four| four == b"\r\n\r\n") {
                        break;
                    }
                }
                // A client that has sent something and then no more may still read the response.
                _ => return !self.head.is_empty(),
            }
        }
        true
    }

    /// Closes the socket. What the client was still sending is read and dropped for a moment: a socket that is closed
    /// on unread bytes is reset, and a client may lose the response that said what was wrong.
    pub(crate) async fn close(mut self) {
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
        if self.again < self.head.len() {
            let piece = &self.head[self.again..];
            let most = piece.len().min(buf.remaining());
            buf.put_slice(&piece[..most]);
            self.again += most;
            if self.again == self.head.len() {
                (self.head, self.again) = (Vec::new(), 0);
            }
            return Poll::Ready(Ok(()));
        }
        let before = buf.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buf);
        if buf.filled().len() > before {
            self.connection.bytes_received();
        }
        read
    }
}

impl Socket {
    fn note<T>(&self, written: Poll<T>) -> Poll<T> {
        self.connection.stuck(written.is_pending());
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
