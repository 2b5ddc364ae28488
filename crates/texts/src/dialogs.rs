//! The texts of dialogs, word for word from the specification (section 8). Without scripts they are shown as pages.

/// The title of the checkout dialog, and of each dialog without a title of its own.
pub const CHECKOUT_TITLE: &str = "Transakce se nezdařila";

/// The text when the checkout cannot be reached.
pub const CHECKOUT_TEXT: &str = "Pokladna není aktuálně k dispozici kvůli technickým problémům. Zkuste to prosím za několik minut znovu.";

/// The text when nothing of the cart is left to buy.
pub const OUT_OF_STOCK: &str = "Tato položka již není k dispozici.";

/// The link back from such a page.
pub const BACK: &str = "Zpět";
