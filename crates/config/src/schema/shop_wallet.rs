//! The schema of `[shop_wallet]`.

use super::{Form, Section, key};

pub(crate) const SHOP_WALLET: Section = Section {
    name: "shop_wallet",
    form: Form::Table,
    about: "The shop's own wallet: buyers who come back pay with an address and a card that they saved, after a passkey or a code by e-mail. It needs [mail].",
    keys: &[
        key(
            "enabled",
            "true or false",
            "false",
            "Whether the shop offers its wallet.",
        ),
        key(
            "name",
            "a text of 1 to 12 letters; \"\" for the shop's name",
            "\"\"",
            "The name on the button. The shop's name must fit if this is empty.",
        ),
        key(
            "origin",
            "a scheme, host and port; \"\" for public_origin",
            "\"\"",
            "Where buyers reach the wallet's pages, if it is another host of the same site. This server must answer there. Passkeys belong to this host for ever.",
        ),
        key(
            "personalized",
            "true or false",
            "true",
            "Whether the button shows a buyer whom the wallet knows the card that pays.",
        ),
        key(
            "animation_delay",
            "true or false",
            "false",
            "Whether the card appears half a second after the button has come into view.",
        ),
        key(
            "secret_env",
            "the name of an environment variable; \"\" for none",
            "\"\"",
            "The environment variable with the secret that codes are checked with. Required if several servers share a database. Without it each server makes its own secret at start.",
        ),
        key(
            "secret_file",
            "a path; \"\" for none",
            "\"\"",
            "A file with that secret, instead of secret_env. Relative to this file.",
        ),
    ],
};
