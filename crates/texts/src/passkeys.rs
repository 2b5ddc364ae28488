//! What buyers are told of their passkeys.

pub const PASSKEY_REFUSED: &str = "Přístupový klíč se nepodařilo ověřit. Zkuste to znovu, nebo se přihlaste kódem z\u{a0}e-mailu.";
pub const PASSKEY_LATER: &str = "Teď to nejde. Zkuste to za chvíli znovu.";
pub const PASSKEYS_FULL: &str =
    "Váš účet má nejvyšší počet přístupových klíčů. Nejdřív některý odeberte.";
pub const SIGN_IN_AGAIN: &str = "Pro tuto změnu se prosím znovu přihlaste.";
