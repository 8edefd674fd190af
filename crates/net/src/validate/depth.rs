//! Nesting that refers to entries of a table: sorts within sorts, operators within operators.
//!
//! Both are graphs that a file can make as deep or as circular as it likes, so they are walked with
//! a stack of our own: a depth-first search that finishes an entry when all that it refers to is
//! finished, and meets an unfinished one again exactly if there is a circle.

/// The entries of a table in an order in which each comes behind those that it refers to.
///
/// `references` gives the entries that one refers to; all are below `count`.
///
/// # Errors
/// An entry that refers to itself in the end.
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
