//! The configuration square: every way of searching, in two lists.

use sanderling::{Driver, Encoding, Figures, Order, Question, Request};

/// A way of searching.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Configuration {
    /// Which driver.
    pub driver: Driver,
    /// The order of the open states.
    pub order: Order,
    /// The number of threads.
    pub threads: usize,
    /// How markings are packed.
    pub encoding: Encoding,
}

impl Configuration {
    /// Every combination that is not refused.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for encoding in [Encoding::Fields, Encoding::Radix] {
            for driver in [Driver::Sequential, Driver::Batched] {
                for order in [Order::BreadthFirst, Order::DepthFirst] {
                    all.extend([1, 2, 3].map(|threads| Self { driver, order, threads, encoding }));
                }
            }
        }
        all.retain(|one: &Self| one.request(Question::Explore).refusal().is_none());
        all
    }

    /// Every combination that searches in a way of its own: the sequential driver has one thread.
    #[must_use]
    pub fn distinct() -> Vec<Self> {
        let is_distinct = |one: &Self| one.driver == Driver::Batched || one.threads == 1;
        Self::all().into_iter().filter(is_distinct).collect()
    }

    /// Every combination for nets whose tokens have values: mixed radix packs numbers of tokens.
    #[must_use]
    pub fn of_programs() -> Vec<Self> {
        Self::all().into_iter().filter(|one| one.encoding == Encoding::Fields).collect()
    }

    /// Whether ways to states are as short as any.
    #[must_use]
    pub fn is_breadth_first(&self) -> bool {
        self.order == Order::BreadthFirst
    }

    /// Whether the search goes level by level, and so can tell how many states each has.
    #[must_use]
    pub fn has_levels(&self) -> bool {
        self.driver == Driver::Batched && self.is_breadth_first()
    }

    /// A request for this question and every figure, without limits.
    #[must_use]
    pub fn request(&self, question: Question) -> Request {
        Request {
            figures: Figures { levels: true, bounds: true, dead_transitions: true },
            order: self.order,
            driver: self.driver,
            threads: self.threads,
            encoding: self.encoding,
            ..Request::new(question)
        }
    }
}
