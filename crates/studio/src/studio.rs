//! The studio: a server on a loopback socket, which runs until it is stopped.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use sanderling_server::Server;
use serde_json::{Value, json};
use tokio::sync::{Notify, Semaphore, broadcast};

use crate::access::Access;
use crate::assets;
use crate::events::event;
use crate::http::{Shared, answer};

/// Maximum number of connections. A browser opens six, one of them for events.
const MAX_CONNECTIONS: usize = 64;
/// Time limit for a connection without a request.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum size of a request's head, in bytes.
const LONGEST_HEAD: usize = 64 << 10;
/// Maximum number of notifications that a page may lag behind.
const NOTIFICATIONS: usize = 4096;

/// The configuration of a studio.
#[derive(Debug)]
pub struct Options {
    /// The port; 0 for any free port.
    pub port: u16,
    /// The parameters of `net/load` for the displayed net.
    pub load: Value,
    /// Default options of every question on the page.
    pub defaults: Value,
    /// The name of the net on the page: its file.
    pub file: String,
    /// The memory that all analyses share.
    pub memory_bytes: u64,
    /// Whether an editor may show the page in a frame. Web pages never may.
    pub is_framed: bool,
}

/// A studio that listens for connections.
pub struct Studio {
    listener: TcpListener,
    shared: Arc<Shared>,
    stop: Stop,
}

/// A handle that stops a studio from another thread.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<Notify>);

impl Stop {
    /// Stops the studio.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Studio {
    /// Opens a studio. Connections wait until it [serves](Self::serve).
    ///
    /// # Errors
    /// If the port is taken, or the system cannot provide random numbers.
    pub fn open(options: Options) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port))?;
        let access = Access::new(listener.local_addr()?.port())?;
        let (notifications, _) = broadcast::channel(NOTIFICATIONS);
        let sender = notifications.clone();
        let send = move |message: &str| {
            // NOTE: there may be no page that listens.
            let _ = sender.send(event(message));
            Ok(())
        };
        let server = Server::new(Box::new(send), options.memory_bytes);
        let page = assets::page(
            &json!({
                "mode": "studio",
                "file": options.file,
                "defaults": options.defaults,
                "properties": assets::standard_properties(),
            })
            .to_string(),
        );
        let shared = Shared {
            access,
            server: Mutex::new(Some(server)),
            notifications,
            page,
            load: options.load,
            is_framed: options.is_framed,
        };
        Ok(Self { listener, shared: Arc::new(shared), stop: Stop::default() })
    }

    /// Returns the address of the page. Anyone with this address may send requests.
    #[must_use]
    pub fn address(&self) -> String {
        self.shared.access.address()
    }

    /// Returns the handle that stops the studio.
    #[must_use]
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Serves until it is stopped. Running analyses are then cancelled.
    ///
    /// # Errors
    /// If the system cannot provide threads or sockets.
    pub fn serve(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let served = runtime.block_on(accept(self.listener, Arc::clone(&self.shared), &self.stop));
        let server = self.shared.server.lock().unwrap_or_else(PoisonError::into_inner).take();
        server.map_or(Ok(()), Server::end)?;
        runtime.shutdown_background();
        served
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>, stop: &Stop) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let room = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let accepted = tokio::select! {
            () = stop.0.notified() => return Ok(()),
            accepted = listener.accept() => accepted,
        };
        // A connection that closed before it was accepted does not end the studio.
        let Ok((stream, _)) = accepted else { continue };
        let Ok(seat) = Arc::clone(&room).try_acquire_owned() else { continue };
        let shared = Arc::clone(&shared);
        tokio::spawn(async move {
            let service = service_fn(move |request| answer(Arc::clone(&shared), request));
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(TIMEOUT)
                .max_buf_size(LONGEST_HEAD)
                .serve_connection(TokioIo::new(stream), service);
            // NOTE: errors of a connection concern only the client.
            let _ = connection.await;
            drop(seat);
        });
    }
}
