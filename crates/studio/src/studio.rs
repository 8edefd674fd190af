//! The studio: a socket on loopback, and what answers there until it is stopped.

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

/// As many connections at a time. A browser makes six, one of them for events.
const MAX_CONNECTIONS: usize = 64;
/// How long a connection may stay without a request.
const TIMEOUT: Duration = Duration::from_secs(30);
/// What a request's head may take.
const LONGEST_HEAD: usize = 64 << 10;
/// Notifications that a page may be behind by.
const NOTIFICATIONS: usize = 4096;

/// What a studio is for.
#[derive(Debug)]
pub struct Options {
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The parameters of `net/load` for the net that is shown.
    pub load: Value,
    /// Options that every question of the page has, unless it says otherwise.
    pub defaults: Value,
    /// What the net is called on the page: its file.
    pub file: String,
    /// The memory that all analyses share.
    pub memory_bytes: u64,
    /// Whether an editor may show the page in a frame of its own; no page from elsewhere may.
    pub is_framed: bool,
}

/// A studio that listens.
pub struct Studio {
    listener: TcpListener,
    shared: Arc<Shared>,
    stop: Stop,
}

/// What ends a studio, from another thread.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<Notify>);

impl Stop {
    /// Asks the studio to end.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Studio {
    /// Opens a studio. Connections wait until it [serves](Self::serve).
    ///
    /// # Errors
    /// That the port is taken, or that the system has no random numbers.
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

    /// Where the page is. Who knows this address may ask everything.
    #[must_use]
    pub fn address(&self) -> String {
        self.shared.access.address()
    }

    /// What ends it.
    #[must_use]
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Serves until it is stopped. Analyses that are under way then are cancelled.
    ///
    /// # Errors
    /// That the system gives no threads or sockets.
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
        // A connection that is gone before it was taken is no reason to end.
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
            // NOTE: what is wrong with a connection is the other side's to know.
            let _ = connection.await;
            drop(seat);
        });
    }
}
