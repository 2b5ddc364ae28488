//! The division of products into pages.

use serde::Serialize;
use std::num::NonZeroUsize;

/// Products on one page. This limits the size of the page, however many products the shop sells.
const PER_PAGE: usize = 48;

/// One page of a list of products.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Paging {
    /// The total number of products.
    pub count: usize,
    /// The numbers of the previous and the next page.
    pub earlier: Option<usize>,
    pub later: Option<usize>,
    #[serde(skip)]
    before: usize,
}

impl Paging {
    /// The page with this number, or the first. `None` if there is no such page.
    #[must_use]
    pub fn new(count: usize, number: Option<NonZeroUsize>) -> Option<Self> {
        let number = number.map_or(1, NonZeroUsize::get);
        let before = (number - 1).saturating_mul(PER_PAGE);
        if number > 1 && before >= count {
            return None;
        }
        Some(Self {
            count,
            earlier: (number > 1).then(|| number - 1),
            later: (before + PER_PAGE < count).then(|| number + 1),
            before,
        })
    }

    /// What stands on this page.
    pub fn part<T>(self, all: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        all.skip(self.before).take(PER_PAGE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(count: usize, number: usize) -> Option<Paging> {
        Paging::new(count, NonZeroUsize::new(number))
    }

    #[test]
    fn every_item_is_on_exactly_one_page() {
        for count in [0, 1, 47, 48, 49, 96, 97] {
            let mut seen = Vec::new();
            let mut next = Some(1);
            while let Some(number) = next {
                let page = page(count, number).expect("a page");
                assert_eq!(page.earlier, (number > 1).then(|| number - 1));
                seen.extend(page.part(0..count));
                next = page.later;
            }
            assert_eq!(seen, (0..count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn there_are_no_pages_beyond_the_last() {
        assert_eq!(page(48, 2), None);
        assert!(page(49, 2).is_some());
        assert!(page(0, 1).is_some());
        assert_eq!(page(49, usize::MAX), None);
    }
}
