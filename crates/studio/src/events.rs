//! Bodies of responses: a text, or a stream of notifications (server-sent events).

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, SizeHint};
use tokio::sync::broadcast::{self, error::RecvError};

/// The future of the next notification.
type Next = Pin<Box<dyn Future<Output = (Option<Bytes>, broadcast::Receiver<Bytes>)> + Send>>;

/// The body of a response.
pub(crate) enum Content {
    /// A complete text.
    Text(Option<Bytes>),
    /// Notifications, until the page is closed or the studio ends.
    Events(Next),
}

impl Content {
    pub(crate) fn text(text: impl Into<Bytes>) -> Self {
        Self::Text(Some(text.into()))
    }

    pub(crate) fn events(receiver: broadcast::Receiver<Bytes>) -> Self {
        Self::Events(next(receiver))
    }
}

/// A notification as an event. JSON has no line breaks.
pub(crate) fn event(message: &str) -> Bytes {
    Bytes::from(format!("data: {message}\n\n"))
}

/// A page that is too slow misses the oldest notifications.
fn next(mut receiver: broadcast::Receiver<Bytes>) -> Next {
    Box::pin(async move {
        loop {
            match receiver.recv().await {
                Ok(event) => return (Some(event), receiver),
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return (None, receiver),
            }
        }
    })
}

impl Body for Content {
    type Data = Bytes;
    type Error = Infallible;

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::Text(None))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Text(text) => SizeHint::with_exact(text.as_ref().map_or(0, |text| text.len() as u64)),
            Self::Events(_) => SizeHint::default(),
        }
    }

    fn poll_frame(
        mut self: Pin<&mut Self>,
        task: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut *self {
            Self::Text(text) => Poll::Ready(text.take().map(|text| Ok(Frame::data(text)))),
            Self::Events(waiting) => match waiting.as_mut().poll(task) {
                Poll::Pending => Poll::Pending,
                Poll::Ready((None, _)) => Poll::Ready(None),
                Poll::Ready((Some(event), receiver)) => {
                    *waiting = next(receiver);
                    Poll::Ready(Some(Ok(Frame::data(event))))
                }
            },
        }
    }
}
