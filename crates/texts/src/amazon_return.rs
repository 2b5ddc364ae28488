//! The pages of a buyer who comes back from Amazon, when the buyer does not get to the checkout at once.

/// Such a page, which has only a title and a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReturnText {
    pub title: &'static str,
    pub text: &'static str,
}

/// The name in the address is too old.
pub const RETURN_EXPIRED: ReturnText = ReturnText {
    title: "Návrat z Amazonu už neplatí",
    text: "Od stisknutí tlačítka Amazon Pay uběhlo příliš mnoho času. Nic jste nezaplatili. Vraťte se prosím do košíku a zkuste to znovu.",
};

/// The address has led to the checkout before.
pub const RETURN_USED: ReturnText = ReturnText {
    title: "Tento návrat z Amazonu jste už použili",
    text: "Objednávka čeká v prohlížeči, ve kterém jste ji začali. Pokračujte prosím tam.",
};

/// The shop has not made the address, or it does not belong to the choice at Amazon.
pub const RETURN_UNKNOWN: ReturnText = ReturnText {
    title: "Tuto adresu neznáme",
    text: "Nevede k žádné objednávce v našem obchodě. Nic jste nezaplatili. Vraťte se prosím do košíku a zkuste to znovu.",
};

/// Amazon gives no answer, or the shop asks it no more for now.
pub const RETURN_UNANSWERED: ReturnText = ReturnText {
    title: "Amazon teď neodpovídá",
    text: "O svou volbu jste nepřišli a nic jste nezaplatili. Zkuste to prosím za chvíli znovu.",
};

/// The label of the link that opens the address again.
pub const RETURN_AGAIN: &str = "Zkusit znovu";

/// The payment made no order, and the browser is not the one that began it.
pub const RESULT_ELSEWHERE: ReturnText = ReturnText {
    title: "Objednávka pokračuje jinde",
    text: "Jak platba dopadla, uvidíte v prohlížeči, ve kterém jste objednávku začali. Pokračujte prosím tam.",
};
