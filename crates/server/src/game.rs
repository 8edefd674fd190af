//! A token game as an editor plays it: on a thread of its own, where there are threads, which keeps what is worked out of the net only once.
//!
//! Moves are made one after the other, in the order in which they are asked for. A net whose steps take long to find holds up
//! nobody but its own game, and one that breaks down begins anew.

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

/// A move in the game.
#[derive(Debug)]
pub(crate) enum Move {
    /// Where does it stand?
    Tell,
    Fire(Fire),
    Undo,
    /// Begins anew, at the initial marking unless one is given.
    Reset(Option<Map<String, Value>>),
}

/// A token game.
pub(crate) enum Game {
    /// On a thread of its own.
    Apart { moves: Sender<(Move, Answer)>, thread: thread::JoinHandle<()> },
    /// Played by whoever asks for a move, with what is kept between them.
    Here { net: Arc<Net>, kept: Option<Kept> },
}

impl Game {
    /// Lays out a net for a game. It begins with the first move.
    pub(crate) fn open(net: Arc<Net>, hands: &Hands) -> io::Result<Self> {
        if let Hands::One(_) = hands {
            return Ok(Self::Here { net, kept: None });
        }
        let (moves, asked) = mpsc::channel();
        let thread = thread::Builder::new().name("game".into()).spawn(move || play(&net, &asked))?;
        Ok(Self::Apart { moves, thread })
    }

    /// Asks for a move. The answer says where the game then stands.
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

    /// Closes the game: its thread ends when the moves that were asked for are made.
    pub(crate) fn close(self) -> Begun {
        match self {
            Self::Apart { thread, .. } => Begun::on(thread),
            Self::Here { .. } => Begun::done(),
        }
    }
}

fn play(net: &Net, asked: &Receiver<(Move, Answer)>) {
    let mut game = None;
    while let Ok((wanted, answer)) = asked.recv() {
        answer(made(&mut game, net, &wanted));
    }
}

/// Makes a move; a game that breaks down begins anew.
fn made<'n>(game: &mut Option<Simulation<'n>>, net: &'n Net, wanted: &Move) -> Result<Json, Refusal> {
    catch_unwind(AssertUnwindSafe(|| make(game, net, wanted))).unwrap_or_else(|_| {
        *game = None;
        let message = "the token game broke down, and begins anew; please report it";
        Err(Refusal::new(Code::InternalError, message))
    })
}

fn make<'n>(game: &mut Option<Simulation<'n>>, net: &'n Net, wanted: &Move) -> Result<Json, Refusal> {
    let game = match game {
        Some(game) => game,
        none => none.insert(Simulation::begin(net)?),
    };
    Json::of(&match wanted {
        Move::Tell => game.standing()?,
        Move::Fire(fire) => game.fire(fire)?,
        Move::Undo => game.undo()?,
        Move::Reset(marking) => game.reset(marking.as_ref())?,
    })
}
