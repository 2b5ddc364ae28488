//! The feed's columns, with their names in the public format.

/// A column that the import reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Handle,
    Title,
    Body,
    Vendor,
    Type,
    Tags,
    Published,
    Status,
    OptionName(usize),
    OptionValue(usize),
    Sku,
    Grams,
    Tracker,
    Quantity,
    Policy,
    Price,
    CompareAtPrice,
    RequiresShipping,
    RequiresComponents,
    Taxable,
    TaxCode,
    ImageSource,
    ImagePosition,
    ImageAlt,
    VariantImage,
    GiftCard,
    PickupPlaces,
    Download,
}

/// The most options that a product can have.
pub(super) const OPTIONS: usize = 3;

impl Column {
    const ALL: [Self; 32] = [
        Self::Handle,
        Self::Title,
        Self::Body,
        Self::Vendor,
        Self::Type,
        Self::Tags,
        Self::Published,
        Self::Status,
        Self::OptionName(0),
        Self::OptionName(1),
        Self::OptionName(2),
        Self::OptionValue(0),
        Self::OptionValue(1),
        Self::OptionValue(2),
        Self::Sku,
        Self::Grams,
        Self::Tracker,
        Self::Quantity,
        Self::Policy,
        Self::Price,
        Self::CompareAtPrice,
        Self::RequiresShipping,
        Self::RequiresComponents,
        Self::Taxable,
        Self::TaxCode,
        Self::ImageSource,
        Self::ImagePosition,
        Self::ImageAlt,
        Self::VariantImage,
        Self::GiftCard,
        Self::PickupPlaces,
        Self::Download,
    ];

    /// Columns that a feed must have.
    const REQUIRED: [Self; 2] = [Self::Handle, Self::Title];

    /// The name in the header row.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Handle => "Handle",
            Self::Title => "Title",
            Self::Body => "Body (HTML)",
            Self::Vendor => "Vendor",
            Self::Type => "Type",
            Self::Tags => "Tags",
            Self::Published => "Published",
            Self::Status => "Status",
            Self::OptionName(0) => "Option1 Name",
            Self::OptionName(1) => "Option2 Name",
            Self::OptionName(_) => "Option3 Name",
            Self::OptionValue(0) => "Option1 Value",
            Self::OptionValue(1) => "Option2 Value",
            Self::OptionValue(_) => "Option3 Value",
            Self::Sku => "Variant SKU",
            Self::Grams => "Variant Grams",
            Self::Tracker => "Variant Inventory Tracker",
            Self::Quantity => "Variant Inventory Qty",
            Self::Policy => "Variant Inventory Policy",
            Self::Price => "Variant Price",
            Self::CompareAtPrice => "Variant Compare At Price",
            Self::RequiresShipping => "Variant Requires Shipping",
            // Our own column: the public format has none for this.
            Self::RequiresComponents => "Variant Requires Components",
            Self::Taxable => "Variant Taxable",
            Self::TaxCode => "Variant Tax Code",
            Self::ImageSource => "Image Src",
            Self::ImagePosition => "Image Position",
            Self::ImageAlt => "Image Alt Text",
            Self::VariantImage => "Variant Image",
            Self::GiftCard => "Gift Card",
            // Our own column: the public format has stock by place in a separate file.
            Self::PickupPlaces => "Variant Pickup Places",
            // Our own column: the public format has no files.
            Self::Download => "Variant Download",
        }
    }
}

/// The position of each column in this feed.
pub(super) struct Columns {
    places: Vec<(Column, usize)>,
    /// How many fields a row must have.
    pub(super) width: usize,
}

impl Columns {
    /// Finds the columns of a header row.
    ///
    /// # Errors
    /// If a required column is missing, or a column occurs twice.
    pub(super) fn find(header: &[&str]) -> Result<Self, String> {
        let mut places = Vec::new();
        for column in Column::ALL {
            let mut found = header
                .iter()
                .enumerate()
                .filter(|(_, name)| name.trim().eq_ignore_ascii_case(column.name()));
            if let Some((place, _)) = found.next() {
                places.push((column, place));
            }
            if found.next().is_some() {
                return Err(format!("the column \"{}\" occurs twice", column.name()));
            }
        }
        if let Some(column) = Self::first_missing(&places) {
            return Err(format!(
                "there is no column \"{}\": this is not a product feed, or its first row is not the header (found: {})",
                column.name(),
                header
                    .iter()
                    .take(6)
                    .map(|name| super::quote::quoted(name.trim()))
                    .collect::<Vec<_>>()
                    .join(", ")
            ));
        }
        Ok(Self {
            places,
            width: header.len(),
        })
    }

    fn first_missing(places: &[(Column, usize)]) -> Option<Column> {
        Column::REQUIRED
            .into_iter()
            .find(|column| !places.iter().any(|(found, _)| found == column))
    }

    /// The position of a column. `None` if the feed does not have it.
    pub(super) fn place(&self, column: Column) -> Option<usize> {
        let found = self.places.iter().find(|(found, _)| *found == column);
        found.map(|&(_, place)| place)
    }
}
