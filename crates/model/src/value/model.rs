//! The model of a data net: markings packed into slots, rules compiled to programs.

use std::sync::{Arc, OnceLock};

use sanderling_data_net::{CellId, CellRanges, Cells, Expression, Narrowed, Refusal, Rule, simplify};
use sanderling_net::semantics::{Marking, Multiset};
use sanderling_net::{Diagnostic, Diagnostics, Net, PlaceId, TransitionId};
use sanderling_system::{Adaptive, EventId, Extremes, Fired, Maxima, Relaxed, Room, System, word_count};

use super::action::Actions;
use super::assemble::{Event, events, whole_guard};
use super::compile::Compiler;
use super::effect::{self, Check, Effect, Mask};
use super::extents;
use super::guard;
use super::listing::select;
use super::machine::{Address, Machine, Ran, Registers};
use super::operation::Operation;
use super::proof::prove;
use super::sample::Effort;
use super::selector::Selector;
use super::slot::{Extent, Slots};
use super::tables::Tables;
use super::translation::Translation;
use super::turn::Turns;
use super::{control, sample, undefined};
use crate::contradiction::Contradiction;
use crate::net_model::NetModel;

/// The handling of undefined firings, such as a division by zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ModelErrors {
    /// The search ends there, and reports the error.
    #[default]
    Report,
    /// An error leads to an additional state, the *error state*, in which no event is enabled.
    State,
}

/// Knowledge about a net that does not depend on the width of slots.
#[derive(Debug)]
struct Known {
    cells: Cells,
    rules: Vec<Rule>,
    assertions: Vec<Expression>,
    proof: CellRanges,
    /// The cells by which transitions are selected.
    control: Vec<CellId>,
    /// Whether there is an error state.
    has_error_state: bool,
    names: Vec<String>,
    tables: Tables,
}

impl Known {
    /// Returns slots of these extents, if there are not too many bits.
    fn slots(&self, extents: &[Extent]) -> Option<Slots> {
        Slots::of(extents, &self.control, u32::from(self.has_error_state))
    }
}

/// A compiled data net. Events are transitions, with the same numbers.
#[derive(Debug, Clone)]
pub struct ValueModel {
    known: Arc<Known>,
    /// The extents of the cells, as encoded in slots.
    extents: Vec<Extent>,
    turns: Arc<Turns>,
    slots: Arc<Slots>,
    machine: Machine,
    selector: Selector,
    actions: Actions,
    events: Vec<Event>,
    masks: Vec<Mask>,
    checks: Vec<Check>,
    /// For each assertion, the program that fails if it does not hold.
    assertions: Vec<Address>,
    /// For each transition, the program of all its conditions.
    guards: Vec<Option<Address>>,
    /// The translation from the slots of the model that this one was relaxed from, computed on demand.
    translation: OnceLock<(Arc<Slots>, Translation)>,
    /// The model whose slots fit all proved ranges.
    generous: Option<Arc<ValueModel>>,
}

/// The sample before the first compilation.
const FIRST_LOOK: Effort = Effort { markings: 2000, walks: 16, steps: 4000 };
/// The sample after an assumption breaks.
const LOOK_AHEAD: Effort = Effort { markings: 500, walks: 8, steps: 2000 };

/// The bit that is set only in the error state.
const ERROR: u64 = 1;

impl ValueModel {
    /// Compiles a data net, in which every place always contains one token of a finite sort.
    ///
    /// # Errors
    /// If the net is not a data net, or uses an operator that is not compiled.
    pub fn build(net: &Net, errors: ModelErrors) -> Result<Self, Diagnostics> {
        Ok(Self::build_until(net, errors, &|| false)?.expect("the compilation is never stopped"))
    }

    /// Compiles a data net like [`build`](Self::build), which takes seconds for long sorted channels. Returns `None`
    /// if `is_stopped` returns true meanwhile.
    ///
    /// # Errors
    /// As for [`build`](Self::build).
    pub fn build_until(
        net: &Net,
        errors: ModelErrors,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, Diagnostics> {
        Self::build_or_refuse(net, errors, is_stopped).map_err(|refusal| {
            let mut diagnostic = Diagnostic::error(format!("{}, which cannot be compiled", refusal.what));
            diagnostic.span = refusal.span;
            let expected =
                "places that hold exactly one token each, with values of finite sorts, or plain tokens only";
            diagnostic.element(&refusal.element).expected(expected).into()
        })
    }

    fn build_or_refuse(
        net: &Net,
        errors: ModelErrors,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, Refusal> {
        let initial = sanderling_net::semantics::initial(net).map_err(|error| {
            Refusal::new(format!("an initial marking with {}", error.problem), &error.element)
        })?;
        let cells = Cells::build(net, &initial)?;
        let rules = sanderling_data_net::rules(net, &cells)?;
        let assertions = sanderling_data_net::assertions(net, &cells)?;
        let Some(proof) = prove(&cells, &rules, is_stopped) else { return Ok(None) };
        let may_fail =
            errors == ModelErrors::State && rules.iter().any(|rule| undefined::may_be(rule, &proof, &cells));
        let known = Known {
            control: control::cells(net, &cells),
            names: net.transitions.iter().map(|transition| transition.id.clone()).collect(),
            has_error_state: may_fail,
            tables: Tables::default(),
            assertions,
            rules,
            cells,
            proof,
        };
        let turns = Arc::new(Turns::none(&known.proof));
        let Some(generous) = Self::compile(Arc::new(known), turns, None, is_stopped)? else {
            return Ok(None);
        };
        let generous = Arc::new(generous);
        let mut initial = vec![0; generous.words()];
        generous.initial(&mut initial);
        let seen = sample::ranges(&generous, &initial, FIRST_LOOK);
        let turns = Turns::of(&generous.known.cells, &generous.known.proof, &seen);
        let extents = extents::assumed(&generous.known.cells, &turns.proof, &turns.seen(&seen));
        let model = Self::compile(Arc::clone(&generous.known), Arc::new(turns), Some(extents), is_stopped)?;
        Ok(model.map(|model| Self { generous: Some(generous), ..model }))
    }

    /// Compiles for slots of these extents, or of the proved ones. Returns `None` if it was stopped.
    fn compile(
        known: Arc<Known>,
        turns: Arc<Turns>,
        extents: Option<Vec<Extent>>,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, Refusal> {
        let is_final = extents.is_some();
        let extents = extents.unwrap_or_else(|| extents::proved(&known.proof));
        let slots =
            known.slots(&extents).ok_or_else(|| Refusal::new("a marking of more than 4 million bits", ""))?;
        let slots = slots.turned(&turns);
        let number_ranges = known.cells.ids().map(|cell| turns.numbers(cell, extents[cell.index()].range));
        let ranges = CellRanges(number_ranges.collect());
        let mut compiler = Compiler::new(&known.cells, &slots, &known.tables);
        compiler.is_final = is_final;
        let (mut guards, mut effects) = (Vec::new(), Vec::new());
        let mut actions = Actions::new(slots.words());
        for (rule, name) in known.rules.iter().zip(&known.names) {
            if is_stopped() {
                return Ok(None);
            }
            compiler.about.clone_from(name);
            let mut narrowed = Narrowed::new(&ranges);
            let guard = guard::analyse(&compiler, rule, &mut narrowed);
            let effect = match guard.is_possible {
                true => effect::compile(&mut compiler, rule, narrowed.clone())?,
                false => Effect::default(),
            };
            actions.add(&mut compiler, (rule, &guard, &effect), &ranges, &narrowed)?;
            effects.push(effect);
            guards.push(guard);
        }
        let Some(selector) = select(&mut compiler, &guards, &known.control, &ranges, is_stopped)? else {
            return Ok(None);
        };
        let mut whole = Vec::new();
        for guard in &guards {
            if is_stopped() {
                return Ok(None);
            }
            whole.push(whole_guard(&mut compiler, guard)?);
        }
        let mut assertions = Vec::new();
        for condition in &known.assertions {
            assertions.push(compiler.here());
            compiler.require(&simplify(condition, &ranges))?;
            compiler.emit(Operation::End);
        }
        let (events, masks, checks) = events(&guards, &effects, &whole);
        let machine = std::mem::take(&mut compiler.machine);
        known.tables.drop_unused();
        Ok(Some(Self {
            machine,
            selector,
            actions,
            events,
            masks,
            checks,
            assertions,
            guards: whole,
            slots: Arc::new(slots),
            extents,
            turns,
            known,
            translation: OnceLock::new(),
            generous: None,
        }))
    }

    /// Returns the content of a cell.
    pub(super) fn number(&self, state: &[u64], cell: CellId) -> i64 {
        self.slots.slot(cell).read(state)
    }

    /// Returns the cells and their declarations.
    #[must_use]
    pub fn cells(&self) -> &Cells {
        &self.known.cells
    }

    /// Returns the slots of the cells.
    #[must_use]
    pub fn slots(&self) -> &Slots {
        &self.slots
    }

    /// Returns the extent of a cell's slot.
    #[must_use]
    pub fn extent(&self, cell: CellId) -> Extent {
        let Extent { range, is_proved } = self.extents[cell.index()];
        Extent { range: self.turns.numbers(cell, range), is_proved }
    }

    /// Whether a state is the error state.
    #[must_use]
    #[inline(always)]
    pub fn is_error(&self, state: &[u64]) -> bool {
        self.known.has_error_state && state[0] & ERROR != 0
    }

    /// Returns the outcome of an undefined firing.
    #[cold]
    fn undefined(&self, successor: &mut [u64]) -> Fired {
        if !self.known.has_error_state {
            return Fired::Undefined;
        }
        successor.fill(0);
        successor[0] = ERROR;
        Fired::Successor
    }

    /// Returns the rules, for analyses of their reads and writes.
    pub(super) fn rules(&self) -> &[Rule] {
        &self.known.rules
    }

    /// Returns the proved ranges.
    pub(super) fn proof(&self) -> &CellRanges {
        &self.known.proof
    }

    /// Returns the cells by which transitions are selected.
    pub(super) fn control(&self) -> &[CellId] {
        &self.known.control
    }

    /// Whether there is an error state.
    pub(super) fn has_error_state(&self) -> bool {
        self.known.has_error_state
    }
}

impl NetModel for ValueModel {
    fn encoding(&self) -> &'static str {
        "fields"
    }

    fn bits_per_state(&self) -> u64 {
        self.slots.bits()
    }

    fn tokens(&self, _: &[u64], _: &Registers, _: PlaceId) -> u64 {
        1
    }

    fn held(&self, state: &[u64], _: &Registers, place: PlaceId, offset: u32) -> Option<i64> {
        let cells = self.known.cells.place(place);
        let offset = offset as usize;
        (!self.is_error(state) && offset < cells.len()).then(|| self.number(state, cells.cell(offset)))
    }

    fn is_enabled(&self, state: &[u64], registers: &Registers, transition: TransitionId) -> bool {
        let guard = self.guards[transition.index()];
        !self.is_error(state)
            && guard.is_some_and(|guard| self.machine.holds(guard, state, registers) != Ran::Failed)
    }

    fn marking(&self, state: &[u64], _: &Registers) -> Option<Marking> {
        let cells = &self.known.cells;
        let value = |place| cells.value(place, |cell| self.number(state, cell));
        let places = (0..cells.place_count()).map(PlaceId::new);
        let marking = || places.map(|place| Multiset::of(value(place), 1)).collect();
        (!self.is_error(state)).then(marking)
    }

    fn packed(&self, marking: &Marking) -> Option<Vec<u64>> {
        let numbers = self.known.cells.numbers(marking)?;
        self.slots.packed(|cell| numbers[cell.index()])
    }

    fn contradiction(&self, marking: &Marking) -> Option<Contradiction> {
        let numbers = self.known.cells.numbers(marking)?;
        let is_outside = |&cell: &CellId| !self.extent(cell).range.contains(numbers[cell.index()]);
        let cell = self.known.cells.ids().find(is_outside)?;
        let place = self.known.cells.cell(cell).place;
        let (range, number) = (self.extent(cell).range, numbers[cell.index()]);
        Some(Contradiction::Value { place, range, number })
    }

    fn asserts(&self, state: &[u64], registers: &Registers, assertion: usize) -> bool {
        self.is_error(state) || self.machine.holds(self.assertions[assertion], state, registers) == Ran::Done
    }
}

impl System for ValueModel {
    type Scratch = Registers;

    const HAS_CODE_BY_WORDS: bool = true;

    fn words(&self) -> usize {
        self.slots.words()
    }

    fn events(&self) -> usize {
        self.events.len()
    }

    fn scratch(&self) -> Registers {
        Registers::default()
    }

    fn initial(&self, state: &mut [u64]) {
        self.slots.pack(|cell| self.known.cells.cell(cell).initial, state);
    }

    #[inline(always)]
    fn unpack<const W: usize>(&self, _: &[u64], _: &mut Registers) {}

    // PERF: this is inlined into every search loop, except in WebAssembly, where the module has to be small.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn enabled<const W: usize>(&self, state: &[u64], registers: &Registers, events: &mut Vec<EventId>) {
        if self.is_error(state) {
            return;
        }
        let state = &state[..word_count::<W>(self.slots.words())];
        self.selector.enabled::<W>(&self.machine, state, registers, events);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn fire<const W: usize>(
        &self,
        state: &[u64],
        registers: &Registers,
        event: EventId,
        successor: &mut [u64],
    ) -> Fired {
        let words = word_count::<W>(self.slots.words());
        let (state, successor) = (&state[..words], &mut successor[..words]);
        if self.actions.fire::<W>(event.index(), state, successor) {
            return Fired::Successor;
        }
        let event = &self.events[event.index()];
        if let Some(guard) = event.fallible_guard
            && self.machine.holds(guard, state, registers) == Ran::Undefined
        {
            return self.undefined(successor);
        }
        successor.copy_from_slice(state);
        if let Some(program) = event.program {
            match self.machine.execute(program, successor, registers) {
                Ran::Done => {}
                Ran::Broken => return Fired::AssumptionBroken,
                _ => return self.undefined(successor),
            }
        }
        for check in &self.checks[event.checks.0 as usize..event.checks.1 as usize] {
            if let Some(number) = check.breach(successor) {
                registers.broken(check.cell, number);
                return Fired::AssumptionBroken;
            }
        }
        event.mask.apply(successor);
        for mask in &self.masks[event.more_masks.0 as usize..event.more_masks.1 as usize] {
            mask.apply(successor);
        }
        Fired::Successor
    }
}

impl Extremes for ValueModel {
    type Extremes = ();

    fn no_extremes(&self) {}

    #[inline(always)]
    fn absorb<const W: usize>(&self, _: &[u64], _: &Registers, (): &mut ()) {}

    fn join(&self, (): &mut (), (): &()) {}

    fn raise(&self, (): &(), maxima: &mut Maxima) {
        // Every place always contains one token.
        let places = self.known.cells.place_count();
        maxima.each = vec![1; places];
        maxima.sum = places as u128;
    }
}

impl Adaptive for ValueModel {
    fn relax(&self, state: &[u64], event: EventId, room: Room) -> Relaxed<Self> {
        let registers = self.scratch();
        let mut successor = vec![0; self.words()];
        let fired = self.fire::<0>(state, &registers, event, &mut successor);
        debug_assert_eq!(fired, Fired::AssumptionBroken, "nothing is relaxed without need");
        let (cell, number) = registers.breach.get();
        let cell = CellId::new(cell as usize);
        let (proof, breach) = (&self.turns.proof, (cell, self.turns.in_slot(cell, number)));
        let mut extents = extents::widen(&self.extents, (&self.known.cells, proof), breach, room.others_too);
        if let Some(generous) = &self.generous {
            // The markings after this one are likely to break more assumptions.
            let mut start = vec![0; generous.words()];
            generous.slots.pack(|cell| self.number(state, cell), &mut start);
            let seen = sample::ranges(generous, &start, LOOK_AHEAD);
            extents::cover(&mut extents, proof, &self.turns.seen(&seen));
        }
        let words = self.known.slots(&extents).map_or(0, |slots| slots.words());
        let room = |extents: &[Extent]| {
            let slots = self.known.slots(extents).filter(|slots| slots.words() == words)?;
            Some(64 * words as u64 - slots.bits())
        };
        extents::spend(&mut extents, &self.extents, (&self.known.cells, proof), room);
        match Self::compile(Arc::clone(&self.known), Arc::clone(&self.turns), Some(extents), &|| false) {
            Ok(Some(relaxed)) => Relaxed::System(Self { generous: self.generous.clone(), ..relaxed }),
            _ => Relaxed::Unrepresentable,
        }
    }

    fn translate(&self, earlier: &Self, state: &[u64], translated: &mut [u64]) {
        if earlier.is_error(state) {
            translated.fill(0);
            translated[0] = ERROR;
            return;
        }
        let new = || (Arc::clone(&earlier.slots), Translation::new(&earlier.slots, &self.slots));
        let (from, translation) = self.translation.get_or_init(new);
        if Arc::ptr_eq(from, &earlier.slots) {
            translation.translate(state, translated);
        } else {
            Translation::new(&earlier.slots, &self.slots).translate(state, translated);
        }
        if self.known.has_error_state {
            debug_assert_eq!(translated[0] & ERROR, 0, "only the error state has the bit");
        }
    }

    fn pumps(&self, _: &[u64], _: &[EventId], _: &[u64]) -> bool {
        // Cells are finite, so there are finitely many markings.
        false
    }
}
