//! Validation of pages: each lies within an earlier one, and every node is on at most one.

use super::Report;
use crate::{Diagnostic, Net};

/// Checks the pages, if the net has any.
pub(super) fn check(net: &Net, report: &mut Report) {
    for (at, page) in net.pages.iter().enumerate() {
        if let Some(within) = page.within.filter(|within| within.index() >= at) {
            let circle = format!("page number {at} within page number {}", within.index());
            report.add(&page.id, None, Diagnostic::error(circle).expected("a page that comes before it"));
        }
    }
    let places = net.pages.iter().flat_map(|page| page.places.iter().map(|place| (place.index(), &page.id)));
    let of_transition = |transition: &crate::TransitionId| transition.index();
    let transitions =
        net.pages.iter().flat_map(|page| page.transitions.iter().map(of_transition).map(|at| (at, &page.id)));
    once("place", net.places.len(), places, report);
    once("transition", net.transitions.len(), transitions, report);
}

/// Checks that nodes of a kind, each given with its page, exist and occur once.
fn once<'n>(
    kind: &str,
    nodes: usize,
    on_pages: impl Iterator<Item = (usize, &'n String)>,
    report: &mut Report,
) {
    let mut is_taken = vec![false; nodes];
    for (node, page) in on_pages {
        match is_taken.get_mut(node) {
            None => {
                let lost = Diagnostic::error(format!("{kind} number {node}, which is not there"));
                report.add(page, None, lost.expected(format!("a number below {nodes}")));
            }
            Some(true) => {
                let twice = Diagnostic::error(format!("{kind} number {node} on a page, and on one before"));
                report.add(page, None, twice.expected("one page for each node"));
            }
            Some(taken) => *taken = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Net, Page, PageId, Place, PlaceId, Transition, TransitionId};

    #[test]
    fn pages_that_are_no_tree_and_nodes_on_two_of_them_are_refused() {
        let page = |within: Option<usize>, place: usize, transition: usize| Page {
            id: "page".into(),
            within: within.map(PageId::new),
            places: vec![PlaceId::new(place)],
            transitions: vec![TransitionId::new(transition)],
            ..Page::default()
        };
        let found = |pages: Vec<Page>| {
            let mut net = Net { pages, ..Net::new("n") };
            for at in 0..2 {
                net.add_place(Place::with_tokens(format!("p{at}"), 0));
                net.add_transition(Transition::plain(format!("t{at}")));
            }
            net.validate().to_string()
        };
        assert_eq!(found(vec![page(None, 0, 1), page(Some(0), 1, 0)]), "");
        for (pages, part) in [
            (vec![page(Some(0), 0, 0)], "page number 0 within page number 0"),
            (vec![page(Some(1), 0, 0), page(None, 1, 1)], "page number 0 within page number 1"),
            (vec![page(None, 0, 0), page(None, 0, 1)], "place number 0 on a page, and on one before"),
            (vec![page(None, 0, 0), page(None, 1, 0)], "transition number 0 on a page, and on one before"),
            (vec![page(None, 2, 0)], "place number 2, which is not there"),
            (vec![page(None, 0, 7)], "transition number 7, which is not there"),
        ] {
            let found = found(pages);
            assert!(found.contains(part), "{found}");
        }
    }
}
