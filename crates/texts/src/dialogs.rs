//! The dialogs' texts, to the letter of the specification (section 8); shown as pages where there are no scripts.

/// Title of the checkout dialog, and of every dialog without a title of its own.
pub const CHECKOUT_TITLE: &str = "Transakce se nezdařila";

/// The checkout cannot be reached.
pub const CHECKOUT_TEXT: &str = "Pokladna není aktuálně k dispozici kvůli technickým problémům. Zkuste to prosím za několik minut znovu.";

/// Nothing is left of what was to be bought.
pub const OUT_OF_STOCK: &str = "Tato položka již není k dispozici.";

/// The link back from such a page.
pub const BACK: &str = "Zpět";
