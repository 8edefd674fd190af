//! The token game of an editor. If possible it has a thread of its own, which derives the tables of the net only once.
//!
//! Moves are made one after the other, in the order of the requests. A net whose steps are expensive delays only its
//! own game, and a game that panics starts again.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::{io, mem, thread};

use sanderling_net::Net;
use serde_json::{Map, Value};

use crate::hands::{Begun, Hands};
use crate::message::{Code, Json, Refusal};
use crate::pending::Answer;
use crate::protocol::Fire;
use crate::simulation::{Kept, Simulation};

/// A request to the game.
#[derive(Debug)]
pub(crate) enum Move {
    /// Report the current position.
    Report,
    Fire(Fire),
    Undo,
    /// Start again, at this marking or at the initial one.
    Reset(Option<Map<String, Value>>),
}

pub(crate) enum Game {
    /// Runs on a thread of its own.
    Apart { moves: Sender<(Move, Answer)>, thread: thread::JoinHandle<()> },
    /// Runs on the thread of each request. The state is kept between requests.
    Here { net: Arc<Net>, kept: Option<Kept> },
}

impl Game {
    /// Prepares a game of a net. It starts with the first move.
    pub(crate) fn open(net: Arc<Net>, hands: &Hands) -> io::Result<Self> {
        if let Hands::One(_) = hands {
            return Ok(Self::Here { net, kept: None });
        }
        let (moves, receiver) = mpsc::channel();
        let thread = thread::Builder::new().name("game".into()).spawn(move || play(&net, &receiver))?;
        Ok(Self::Apart { moves, thread })
    }

    /// Requests a move. The answer has the position after it.
    pub(crate) fn ask(&mut self, wanted: Move, answer: Answer) {
        match self {
            Self::Apart { moves, .. } => {
                if let Err(mpsc::SendError((_, answer))) = moves.send((wanted, answer)) {
                    let message = "the token game has ended; please report this";
                    answer(Err(Refusal::new(Code::InternalError, message)));
                }
            }
            Self::Here { net, kept } => {
                let mut game = mem::take(kept).map(|kept| Simulation::resumed(net, kept));
                answer(made(&mut game, net, &wanted));
                *kept = game.map(Simulation::kept);
            }
        }
    }

    /// Closes the game. Its thread ends after the requested moves.
    pub(crate) fn close(self) -> Begun {
        match self {
            Self::Apart { thread, .. } => Begun::on(thread),
            Self::Here { .. } => Begun::done(),
        }
    }
}

fn play(net: &Net, receiver: &Receiver<(Move, Answer)>) {
    let mut game = None;
    while let Ok((wanted, answer)) = receiver.recv() {
        answer(made(&mut game, net, &wanted));
    }
}

/// Makes a move. If the game panics, it starts again.
fn made<'n>(game: &mut Option<Simulation<'n>>, net: &'n Net, wanted: &Move) -> Result<Json, Refusal> {
    catch_unwind(AssertUnwindSafe(|| make(game, net, wanted))).unwrap_or_else(|_| {
        *game = None;
        let message = "the token game failed unexpectedly and was restarted; please report it";
        Err(Refusal::new(Code::InternalError, message))
    })
}

fn make<'n>(game: &mut Option<Simulation<'n>>, net: &'n Net, wanted: &Move) -> Result<Json, Refusal> {
    let game = match game {
        Some(game) => game,
        none => none.insert(Simulation::begin(net)?),
    };
    Json::of(&match wanted {
        Move::Report => game.standing()?,
        Move::Fire(fire) => game.fire(fire)?,
        Move::Undo => game.undo()?,
        Move::Reset(marking) => game.reset(marking.as_ref())?,
    })
}
