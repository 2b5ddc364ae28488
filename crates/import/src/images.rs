//! Collects a product's images from its rows.

use super::columns::Column;
use super::row::{Row, RowFault};
use zkratka_commerce::catalogue::Image;

/// The images of a product with their positions.
#[derive(Default)]
pub(super) struct Images {
    found: Vec<(i64, Image)>,
}

impl Images {
    /// Adds the image of a row, if it has one. An image that was added before is not added again.
    pub(super) fn add(&mut self, row: &Row<'_>) -> Result<(), RowFault> {
        let source = row.text(Column::ImageSource);
        if source.is_empty() || self.found.iter().any(|(_, image)| image.source == source) {
            return Ok(());
        }
        let next = i64::try_from(self.found.len())
            .unwrap_or(i64::MAX)
            .saturating_add(1);
        let position = row.whole(Column::ImagePosition)?.unwrap_or(next);
        let image = Image {
            source: source.to_owned(),
            alt: row.text(Column::ImageAlt).to_owned(),
        };
        self.found.push((position, image));
        Ok(())
    }

    /// The images in order, with images that only variants name at the end. Also returns, for each source in
    /// `of_variants`, the index of its image.
    pub(super) fn finish(mut self, of_variants: &[String]) -> (Vec<Image>, Vec<Option<usize>>) {
        // The sort is stable: of equal positions, the earlier row comes first.
        self.found.sort_by_key(|(position, _)| *position);
        let mut images: Vec<Image> = self.found.into_iter().map(|(_, image)| image).collect();
        let mut indexes = Vec::with_capacity(of_variants.len());
        for source in of_variants {
            if source.is_empty() {
                indexes.push(None);
                continue;
            }
            let place = images.iter().position(|image| image.source == *source);
            indexes.push(Some(place.unwrap_or(images.len())));
            if place.is_none() {
                images.push(Image {
                    source: source.clone(),
                    alt: String::new(),
                });
            }
        }
        (images, indexes)
    }
}
