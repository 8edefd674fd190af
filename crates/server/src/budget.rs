//! The memory that all analyses share.
//!
//! An analysis is granted its part before it begins and gives it back when it ends, so that the sum of what all of
//! them may take is never more than the server has.

use std::sync::{Arc, Mutex, PoisonError};

use crate::message::{Code, Refusal};

/// The smallest grant, in bytes: no analysis can do with less.
const MIN_GRANT: u64 = 16 << 20;

/// The budget.
#[derive(Debug, Clone)]
pub(crate) struct Budget(Arc<Mutex<u64>>);

/// A part of the budget, which comes back when this is dropped.
#[derive(Debug)]
pub(crate) struct Grant {
    budget: Budget,
    pub(crate) bytes: u64,
}

impl Budget {
    pub(crate) fn new(bytes: u64) -> Self {
        Self(Arc::new(Mutex::new(bytes)))
    }

    /// Grants so much, or half of what is left if nothing is asked for, unless there is not so much left.
    pub(crate) fn grant(&self, asked: Option<u64>) -> Result<Grant, Refusal> {
        let mut left = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = asked.unwrap_or(*left / 2).max(MIN_GRANT);
        match left.checked_sub(bytes) {
            Some(rest) => *left = rest,
            None => return Err(Refusal::new(Code::OutOfBudget, format!("{left} bytes of memory are left"))),
        }
        Ok(Grant { budget: self.clone(), bytes })
    }
}

impl Drop for Grant {
    fn drop(&mut self) {
        *self.budget.0.lock().unwrap_or_else(PoisonError::into_inner) += self.bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_granted_than_there_is_and_all_of_it_comes_back() {
        let budget = Budget::new(1 << 30);
        let grants: Vec<Grant> = std::iter::from_fn(|| budget.grant(None).ok()).collect();
        assert!(grants.len() >= 5);
        assert!(grants.iter().map(|grant| grant.bytes).sum::<u64>() <= 1 << 30);
        assert_eq!(budget.grant(Some(1 << 30)).unwrap_err().code, Code::OutOfBudget);
        drop(grants);
        assert_eq!(budget.grant(Some(1 << 30)).unwrap().bytes, 1 << 30);
    }
}
