//! Exchanges of messages, each at its own timestamp of a dataflow.
//!
//! One thread runs timely's worker, with an input, an exchange by process, and a sink. The messages of
//! exchange *n* are sent at timestamp *n*. When the frontier at the sink has passed *n*, timely's progress
//! tracking guarantees that all messages of that exchange have arrived. In addition, timely has two threads
//! for each connection.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use sanderling_analysis::{Lost, Peers, StopReason, Traffic};
use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::{Allocator, Hooks};
use timely::container::NoopBuilder;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use crate::batch::{Batch, ToProcess};
use crate::connection::Connection;
use crate::losses::Losses;
use crate::problem::Problem;

/// Interval between checks for lost processes while nothing arrives.
const LOOK: Duration = Duration::from_millis(50);

/// Time that a process waits after a loss before it leaves, so that the others can detect which process was
/// lost first.
const LINGER: Duration = Duration::from_millis(700);

/// Time limit for an orderly end.
const LONGEST_END: Duration = Duration::from_secs(3);

/// Time that a leaving process waits for another one to end, which shows that its message has arrived.
const LONGEST_FAREWELL: Duration = Duration::from_millis(300);

/// The step number of the messages of a leaving process.
const FAREWELL: u64 = u64::MAX;

/// The messages of a step, indexed by process.
type Messages = Vec<Vec<u8>>;

/// An instruction of a process to its exchange thread.
#[derive(Debug)]
enum Order {
    Send(Messages),
    Leave(StopReason),
}

/// The connections to the other processes over the network.
#[derive(Debug)]
pub struct Exchange {
    own: usize,
    processes: usize,
    losses: Arc<Losses>,
    orders: Option<Sender<Order>>,
    arrived: Receiver<Messages>,
    /// The message of this process to itself.
    to_itself: Vec<u8>,
    waited: Duration,
    has_failed: bool,
}

impl Exchange {
    /// Starts exchanging messages over these connections, which are indexed by process. There is none to this
    /// process.
    pub(crate) fn start(
        own: usize,
        connections: Vec<Option<Connection>>,
        losses: Arc<Losses>,
        on_loss: Box<dyn Fn() + Send>,
    ) -> Result<Self, Problem> {
        let processes = connections.len();
        let failed =
            |error: &dyn std::fmt::Display| Problem::of_system(format!("threads for the network: {error}"));
        let hooks = Hooks::default();
        let inner = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
        let (builders, guard) = initialize_networking_from_sockets(inner, connections, own, 1, hooks)
            .map_err(|error| failed(&error))?;
        let builder = builders.into_iter().next().ok_or_else(|| failed(&"there is no worker"))?;
        let (orders, of_driver) = channel();
        let (to_driver, arrived) = channel();
        let of_thread = Arc::clone(&losses);
        let carry = move || carry(own, builder, guard, (&of_driver, &to_driver), (&of_thread, &*on_loss));
        thread::Builder::new().name("exchange".into()).spawn(carry).map_err(|error| failed(&error))?;
        Ok(Self {
            own,
            processes,
            losses,
            orders: Some(orders),
            arrived,
            to_itself: Vec::new(),
            waited: Duration::ZERO,
            has_failed: false,
        })
    }

    /// Returns a watch that reports the lost process, independently of the owner of the exchange.
    #[must_use]
    pub fn watch(&self) -> LossWatch {
        LossWatch(Arc::clone(&self.losses))
    }

    /// Returns the process that was lost first. Waits so that the others can detect it too, unless that
    /// process has sent the reason why it left.
    fn lost(&mut self) -> Lost {
        self.has_failed = true;
        let begun = Instant::now();
        let (since, lost) = loop {
            match self.losses.first() {
                Some(first) => break first,
                None if begun.elapsed() > LINGER => {
                    let why = "the network's threads have ended".to_owned();
                    break (begun, Lost::new(self.own, why));
                }
                None => thread::sleep(LOOK),
            }
        };
        if lost.left.is_none() {
            thread::sleep(LINGER.saturating_sub(since.elapsed()));
        }
        lost
    }
}

/// A watch for lost processes.
#[derive(Debug, Clone)]
pub struct LossWatch(Arc<Losses>);

impl LossWatch {
    /// Returns the process that was lost first, if there is one.
    #[must_use]
    pub fn lost(&self) -> Option<Lost> {
        self.0.first().map(|(_, lost)| lost)
    }
}

impl Peers for Exchange {
    fn processes(&self) -> usize {
        self.processes
    }

    fn own(&self) -> usize {
        self.own
    }

    fn send(&mut self, mut messages: Messages) -> Result<(), Lost> {
        self.to_itself = std::mem::take(&mut messages[self.own]);
        for (_, message) in messages.iter_mut().enumerate().filter(|&(process, _)| process != self.own) {
            let checksum = crc32fast::hash(message);
            message.extend(checksum.to_le_bytes());
        }
        let is_sent = self.orders.as_ref().is_some_and(|orders| orders.send(Order::Send(messages)).is_ok());
        if is_sent && !self.has_failed { Ok(()) } else { Err(self.lost()) }
    }

    fn receive(&mut self) -> Result<Messages, Lost> {
        let begun = Instant::now();
        let arrived = self.arrived.recv().ok();
        self.waited += begun.elapsed();
        let Some(mut arrived) = arrived else { return Err(self.lost()) };
        for (process, message) in arrived.iter_mut().enumerate().filter(|&(process, _)| process != self.own) {
            // Every message has a checksum, so an empty one was never sent.
            let has_left = message.is_empty();
            if has_left || !is_whole(message) {
                let why = if has_left { "it has left the search" } else { "its message has arrived damaged" };
                self.losses.note(Lost::new(process, why.into()));
                return Err(self.lost());
            }
        }
        arrived[self.own] = std::mem::take(&mut self.to_itself);
        Ok(arrived)
    }

    fn leave(&mut self, why: StopReason) {
        if let Some(orders) = self.orders.take() {
            // If the thread has ended, a process was lost, and the others have detected it.
            let _ = orders.send(Order::Leave(why));
        }
    }

    fn traffic(&self) -> Traffic {
        Traffic {
            sent_bytes: self.losses.sent_bytes.load(Ordering::Relaxed),
            received_bytes: self.losses.received_bytes.load(Ordering::Relaxed),
            waited: self.waited,
        }
    }
}

/// Removes the checksum from a message. Returns whether it is correct.
fn is_whole(message: &mut Vec<u8>) -> bool {
    let Some((content, checksum)) = message.split_last_chunk() else { return false };
    let is_right = crc32fast::hash(content) == u32::from_le_bytes(*checksum);
    message.truncate(message.len() - size_of::<u32>());
    is_right
}

impl Drop for Exchange {
    /// Ends in order if no process is lost. Waits at most a few seconds for the others.
    fn drop(&mut self) {
        self.losses.end();
        self.orders = None;
        if !self.losses.is_any() {
            let end = Instant::now() + LONGEST_END;
            while !matches!(
                self.arrived.recv_timeout(end.saturating_duration_since(Instant::now())),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected)
            ) {}
        }
    }
}

/// Returns the next order, or `None` after the last one. Calls `look` between orders, since a process may be
/// lost or leave in the meantime.
fn next(orders: &Receiver<Order>, mut look: impl FnMut()) -> Option<Order> {
    loop {
        match orders.recv_timeout(LOOK) {
            Err(RecvTimeoutError::Timeout) => look(),
            order => return order.ok(),
        }
    }
}

/// Returns the loss that the message of a leaving process describes.
fn farewell(process: usize, why: &[u8]) -> Lost {
    let left = serde_json::from_slice(why).ok();
    let why = match left {
        Some(StopReason::Cancelled) => "it was cancelled before it searched",
        _ => "it has ended before it searched",
    };
    Lost { process, why: why.to_owned(), left }
}

/// Exchanges messages until there are no more, or until a process is lost.
fn carry(
    own: usize,
    builder: TcpBuilder,
    guard: CommsGuard,
    (orders, arrived): (&Receiver<Order>, &Sender<Messages>),
    (losses, on_loss): (&Arc<Losses>, &dyn Fn()),
) {
    // PERF: a worker without a clock never parks.
    let mut worker =
        Worker::new(WorkerConfig::default(), Allocator::Tcp(builder.build()), Some(Instant::now()));
    let processes = worker.peers();
    // Messages by step, since a fast process sends for the next step while others are still at this one.
    let gathered = Rc::new(RefCell::new(BTreeMap::<u64, Messages>::new()));
    let mut input = InputHandle::<u64, NoopBuilder<Batch>>::new_with_builder();
    let probe = ProbeHandle::new();
    worker.dataflow::<u64, _, _>(|scope| {
        let (gathered, losses) = (Rc::clone(&gathered), Arc::clone(losses));
        let stream = scope.input_from(&mut input);
        stream
            .unary::<NoopBuilder<Batch>, _, _, _>(DistributorPact(|_| ToProcess), "Gather", |_, _| {
                move |input, _| {
                    input.for_each(|_, batch| {
                        if batch.step == FAREWELL {
                            return losses.note(farewell(batch.from as usize, batch.bytes()));
                        }
                        let mut gathered = gathered.borrow_mut();
                        let messages =
                            gathered.entry(batch.step).or_insert_with(|| vec![Vec::new(); processes]);
                        messages[batch.from as usize].extend_from_slice(batch.bytes());
                    });
                }
            })
            .probe_with(&probe);
    });
    let mut step = 0;
    let mut is_reported = false;
    loop {
        let look = || {
            worker.step();
            if losses.is_any() && !is_reported {
                on_loss();
                is_reported = true;
            }
        };
        let messages = match next(orders, look) {
            None => break,
            Some(Order::Send(messages)) => messages,
            Some(Order::Leave(why)) => {
                let why = serde_json::to_vec(&why).expect("a reason can be written");
                for to in (0..processes).filter(|&to| to != own) {
                    let batches = Batch::pieces(FAREWELL, own, to, why.clone());
                    batches.for_each(|mut batch| input.send_batch(&mut batch));
                }
                input.flush();
                let end = Instant::now() + LONGEST_FAREWELL;
                while !losses.is_any() && Instant::now() < end {
                    worker.step_or_park(Some(LOOK));
                }
                // Dropping these would wait for the other processes, which are still exchanging messages.
                std::mem::forget((worker, input, guard));
                return;
            }
        };
        for (to, message) in messages.into_iter().enumerate().filter(|&(to, _)| to != own) {
            Batch::pieces(step, own, to, message).for_each(|mut batch| input.send_batch(&mut batch));
        }
        step += 1;
        input.advance_to(step);
        while probe.less_than(&step) {
            if losses.is_any() {
                on_loss();
                // Dropping these would wait for the network threads, which are still running.
                std::mem::forget((worker, input, guard));
                return;
            }
            worker.step_or_park(Some(LOOK));
        }
        let messages = gathered.borrow_mut().remove(&(step - 1));
        if arrived.send(messages.unwrap_or_else(|| vec![Vec::new(); processes])).is_err() {
            break;
        }
    }
    drop(input);
    let end = Instant::now() + LONGEST_END;
    while worker.has_dataflows() {
        if losses.is_any() || Instant::now() > end {
            std::mem::forget((worker, guard));
            return;
        }
        worker.step_or_park(Some(LOOK));
    }
    drop((worker, guard));
}
