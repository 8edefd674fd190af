//! Dependency order of table entries that refer to each other: sorts within sorts, operators within operators.
//!
//! A file can make both graphs arbitrarily deep or circular, so the depth-first search has its own stack. An entry is
//! finished when everything that it refers to is finished. The search meets an unfinished entry again exactly if there
//! is a cycle.

/// Returns the entries of a table in an order in which each follows those that it refers to.
///
/// `references` returns the entries that one refers to; all are below `count`.
///
/// # Errors
/// An entry that refers to itself, directly or indirectly.
pub(super) fn dependency_order(
    count: usize,
    references: impl Fn(usize) -> Vec<usize>,
) -> Result<Vec<usize>, usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum Progress {
        Unseen,
        Open,
        Finished,
    }
    let mut progress = vec![Progress::Unseen; count];
    let mut order = Vec::with_capacity(count);
    for root in 0..count {
        let mut path = Vec::new();
        if progress[root] == Progress::Unseen {
            progress[root] = Progress::Open;
            path.push((root, references(root)));
        }
        while let Some((entry, rest)) = path.last_mut() {
            let Some(next) = rest.pop() else {
                progress[*entry] = Progress::Finished;
                order.push(*entry);
                path.pop();
                continue;
            };
            match progress[next] {
                Progress::Finished => {}
                Progress::Open => return Err(next),
                Progress::Unseen => {
                    progress[next] = Progress::Open;
                    path.push((next, references(next)));
                }
            }
        }
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::dependency_order;

    #[test]
    fn an_entry_comes_behind_what_it_refers_to() {
        let references = [vec![1, 2], vec![2], vec![], vec![0, 2]];
        let order = dependency_order(4, |entry| references[entry].clone()).unwrap();
        assert_eq!(order, [2, 1, 0, 3]);
    }

    #[test]
    fn a_circle_is_found() {
        assert_eq!(dependency_order(2, |entry| vec![1 - entry]), Err(0));
        assert_eq!(dependency_order(2, |entry| vec![entry.max(1)]), Err(1));
    }

    #[test]
    fn a_long_chain_is_no_problem() {
        let count = 1_000_000;
        let order = dependency_order(count, |entry| Vec::from_iter((entry + 1 < count).then_some(entry + 1)));
        assert_eq!(order.map(|order| order[0]), Ok(count - 1));
    }
}
