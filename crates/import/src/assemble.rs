//! Makes products of rows: the first row with a handle begins a product, and the others add variants and images.

use super::columns::Column;
use super::html::sanitise;
use super::images::Images;
use super::known::AllowedNames;
use super::quote::quoted;
use super::row::{Row, RowFault, wrong};
use super::variant;
use std::collections::HashMap;
use zkratka_commerce::catalogue::{Product, Variant};
use zkratka_commerce::ids::ProductId;

/// The products whose rows are being read.
pub(super) struct Assembly<'a> {
    known: &'a AllowedNames,
    begun: Vec<ProductDraft>,
    /// For each handle, the product to which its rows belong.
    by_handle: HashMap<String, Place>,
}

/// The product to which the rows of a handle belong.
#[derive(Clone, Copy)]
enum Place {
    /// The index of the product in `begun`.
    Product(usize),
    /// No product: the handle's first row, at this line, was refused.
    Refused(u64),
}

struct ProductDraft {
    product: Product,
    line: u64,
    images: Images,
    /// The source of each variant's own image. Empty if the variant has none.
    variant_images: Vec<String>,
}

impl<'a> Assembly<'a> {
    pub(super) fn new(known: &'a AllowedNames) -> Self {
        Self {
            known,
            begun: Vec::new(),
            by_handle: HashMap::new(),
        }
    }

    /// Adds one row. On a fault it keeps the parts that it has added before: the product, and the variant if only the
    /// image is wrong.
    pub(super) fn add(&mut self, row: &Row<'_>) -> Result<(), RowFault> {
        let handle = handle(row)?;
        match self.by_handle.get(&handle) {
            None => self.begin(row, handle),
            Some(Place::Refused(line)) => Err(RowFault {
                column: None,
                reason: format!("belongs to the product that was refused at line {line}"),
            }),
            Some(&Place::Product(index)) => self.continue_product(row, index),
        }
    }

    fn begin(&mut self, row: &Row<'_>, handle: String) -> Result<(), RowFault> {
        let product = match product(row, &handle) {
            Ok(product) => product,
            Err(wrong) => {
                self.by_handle.insert(handle, Place::Refused(row.line));
                return Err(wrong);
            }
        };
        let index = self.begun.len();
        self.by_handle.insert(handle, Place::Product(index));
        self.begun.push(ProductDraft {
            product,
            line: row.line,
            images: Images::default(),
            variant_images: Vec::new(),
        });
        // The first row of a product always describes a variant, at least the default one.
        self.add_variant(row, index)?;
        self.add_image(row, index)
    }

    fn continue_product(&mut self, row: &Row<'_>, index: usize) -> Result<(), RowFault> {
        let begun = &self.begun[index];
        let title = row.text(Column::Title);
        if !title.is_empty() && title != begun.product.title {
            return wrong(
                Column::Handle,
                format!(
                    "{} is already the handle of the product {} in line {}: give each product its own handle",
                    quoted(&begun.product.handle),
                    quoted(&begun.product.title),
                    begun.line
                ),
            );
        }
        let described = variant::is_described(row);
        if !described && !row.has(Column::ImageSource) {
            return Err(RowFault {
                column: None,
                reason: "adds neither a variant nor an image".to_owned(),
            });
        }
        if described {
            self.add_variant(row, index)?;
        }
        self.add_image(row, index)
    }

    fn add_variant(&mut self, row: &Row<'_>, index: usize) -> Result<(), RowFault> {
        let begun = &mut self.begun[index];
        let variant = variant::read(row, &begun.product.options, self.known)?;
        let variant = if begun.product.gift_card {
            variant::as_gift_card(row, variant)?
        } else {
            variant
        };
        let values = &variant.option_values;
        let same = |other: &Variant| other.option_values == *values;
        if begun.product.variants.iter().any(same) {
            let reason = match values.join(" / ").as_str() {
                "" => "the product has no options, so it can have one variant only".to_owned(),
                title => format!("the variant {} occurs twice", quoted(title)),
            };
            return wrong(Column::OptionValue(0), reason);
        }
        begun
            .variant_images
            .push(row.text(Column::VariantImage).to_owned());
        begun.product.variants.push(variant);
        Ok(())
    }

    fn add_image(&mut self, row: &Row<'_>, index: usize) -> Result<(), RowFault> {
        self.begun[index].images.add(row)
    }

    /// The products that can be sold, in the feed's order. Also returns the line and the handle of each product without
    /// variants.
    pub(super) fn finish(self) -> (Vec<Product>, Vec<(u64, String)>) {
        let mut products = Vec::new();
        let mut empty = Vec::new();
        for begun in self.begun {
            let mut product = begun.product;
            if product.variants.is_empty() {
                empty.push((begun.line, product.handle));
                continue;
            }
            let (images, indexes) = begun.images.finish(&begun.variant_images);
            product.images = images;
            for (variant, image) in product.variants.iter_mut().zip(indexes) {
                variant.image = image;
            }
            products.push(product);
        }
        (products, empty)
    }
}

/// The handle, in lower case.
fn handle(row: &Row<'_>) -> Result<String, RowFault> {
    let handle = row.text(Column::Handle).to_lowercase();
    let allowed = |character: char| character.is_alphanumeric() || matches!(character, '-' | '_');
    if handle.is_empty() {
        return wrong(Column::Handle, "is empty");
    }
    if handle.len() > 255 || !handle.chars().all(allowed) {
        return wrong(
            Column::Handle,
            format!(
                "{} cannot be part of a URL: use letters, digits and hyphens",
                quoted(&handle)
            ),
        );
    }
    Ok(handle)
}

/// A product from its first row, without variants and images.
fn product(row: &Row<'_>, handle: &str) -> Result<Product, RowFault> {
    if !row.has(Column::Title) {
        return wrong(Column::Title, "is empty in the product's first row");
    }
    let active = matches!(
        row.text(Column::Status).to_lowercase().as_str(),
        "" | "active"
    );
    let published = row.flag(Column::Published, true)? && active;
    let tags = row.text(Column::Tags).split(',').map(str::trim);
    Ok(Product {
        id: ProductId(0),
        handle: handle.to_owned(),
        title: row.text(Column::Title).to_owned(),
        description_html: sanitise(row.text(Column::Body)),
        vendor: row.text(Column::Vendor).to_owned(),
        product_type: row.text(Column::Type).to_owned(),
        tags: tags
            .filter(|tag| !tag.is_empty())
            .map(str::to_owned)
            .collect(),
        published,
        gift_card: row.flag(Column::GiftCard, false)?,
        options: variant::option_names(row),
        images: Vec::new(),
        variants: Vec::new(),
    })
}
