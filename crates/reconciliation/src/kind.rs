//! The kinds of differences, and what to do about each. `docs/operating.md` has the same table; a test compares them.

/// A kind of difference between the provider's ledger and the shop's records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    CapturedWithoutOrder,
    CapturedNotHere,
    CapturedHereOnly,
    CapturedTwice,
    AmountDiffers,
    HeldForNothing,
    RefundedElsewhere,
    RefundedUnnamed,
    RefundedHereOnly,
    ReversedElsewhere,
    ReversedHereOnly,
    DisputeOpenThere,
    DisputeOpenHere,
    InquiryOpenThere,
    DisputeLostThere,
    DisputeLostHereOnly,
    DisputeUnclear,
    PendingLong,
    Unreadable,
}

impl Kind {
    pub const ALL: [Self; 19] = [
        Self::CapturedWithoutOrder,
        Self::CapturedNotHere,
        Self::CapturedHereOnly,
        Self::CapturedTwice,
        Self::AmountDiffers,
        Self::HeldForNothing,
        Self::RefundedElsewhere,
        Self::RefundedUnnamed,
        Self::RefundedHereOnly,
        Self::ReversedElsewhere,
        Self::ReversedHereOnly,
        Self::DisputeOpenThere,
        Self::DisputeOpenHere,
        Self::InquiryOpenThere,
        Self::DisputeLostThere,
        Self::DisputeLostHereOnly,
        Self::DisputeUnclear,
        Self::PendingLong,
        Self::Unreadable,
    ];

    /// A stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.texts().0
    }

    /// What the difference is.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        self.texts().1
    }

    /// What to do. `ORDER`, `PAYMENT`, `ID`, `AMOUNT`, ` REFUSED` and ` LINES` stand for the difference's own.
    #[must_use]
    pub const fn remedy(self) -> &'static str {
        self.texts().2
    }

    const fn texts(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::CapturedWithoutOrder => (
                "captured_without_order",
                "the provider captured money for which there is no order here",
                "look at `zkratka attempts show PAYMENT`, if a payment is named; refund ID with the provider's own tools, or ask the buyer",
            ),
            Self::CapturedNotHere => (
                "captured_not_here",
                "the provider captured an order's money, and the order does not know it",
                "look at `zkratka orders show ORDER` and `zkratka attempts show PAYMENT`: a running server asks again by itself; if a person must decide, see the section on payments that need a person",
            ),
            Self::CapturedHereOnly => (
                "captured_here_only",
                "the order is paid here, and the provider has not captured its money",
                "look for ID at the provider before you send goods; if there is no money, agree on another payment with the buyer or cancel the order",
            ),
            Self::CapturedTwice => (
                "captured_twice",
                "the provider captured more than once for one order",
                "refund what is too much (AMOUNT) with the provider's own tools; do not use `zkratka orders refund`, because the order counts the money once",
            ),
            Self::AmountDiffers => (
                "amount_differs",
                "the provider and the shop name different amounts or currencies",
                "compare ID at the provider with `zkratka orders show ORDER`, and refund or charge the rest with the provider's own tools",
            ),
            Self::HeldForNothing => (
                "held_for_nothing",
                "the provider still holds a buyer's money, although the payment ended without an order, the order is cancelled, or another payment of it is captured",
                "release the authorisation ID with the provider's own tools",
            ),
            Self::RefundedElsewhere => (
                "refunded_elsewhere",
                "the provider refunded, and the order does not know it",
                "record it: `zkratka orders refund ORDER --made-elsewhere ID REFUSED LINES --amount AMOUNT --reason 'WHY'`",
            ),
            Self::RefundedUnnamed => (
                "refunded_unnamed",
                "the provider names only the sum that it refunded, and that is more than the order's refunds",
                "look up the refunds of ID at the provider, and record each that the order does not know under its own id: `zkratka orders refund ORDER --made-elsewhere REFUND --amount SUM --reason 'WHY'`",
            ),
            Self::RefundedHereOnly => (
                "refunded_here_only",
                "the order counts a refund that the provider did not make",
                "look for ID at the provider: the buyer may not have the money; refund it with the provider's own tools",
            ),
            Self::ReversedElsewhere => (
                "reversed_elsewhere",
                "the provider or the bank took money back, and the order does not know it",
                "record it: `zkratka orders refund ORDER --reversed-elsewhere ID --amount AMOUNT --reason 'WHY'`",
            ),
            Self::ReversedHereOnly => (
                "reversed_here_only",
                "the order counts a reversal that the provider does not show",
                "look for ID at the provider: if it was cancelled, the merchant has the money, and the order's balance is too low",
            ),
            Self::DisputeOpenThere => (
                "dispute_open_there",
                "a buyer disputes a payment, and the order does not know it",
                "answer the dispute ID at the provider and send no goods; check that the provider's webhooks arrive",
            ),
            Self::DisputeOpenHere => (
                "dispute_open_here",
                "the order waits for a dispute that the provider does not show as open",
                "look for ID at the provider; if a refund ended it, record its end: `zkratka orders refund ORDER --reversed-elsewhere ID --amount 0 --reason 'WHY'`; if not, ask the provider to send its webhooks again",
            ),
            Self::InquiryOpenThere => (
                "inquiry_open_there",
                "a buyer complains about a payment at the provider, which holds no money for it yet, and the order does not know it",
                "answer the inquiry ID at the provider before it becomes a dispute; check that the provider's webhooks arrive",
            ),
            Self::DisputeLostThere => (
                "dispute_lost_there",
                "a dispute ended for the buyer, and the order does not know it",
                "record it: `zkratka orders refund ORDER --reversed-elsewhere ID --amount AMOUNT --reason 'WHY'`",
            ),
            Self::DisputeLostHereOnly => (
                "dispute_lost_here_only",
                "the order counts a lost dispute that the provider does not show as lost",
                "look for ID at the provider: if the merchant has the money, the order's balance is too low",
            ),
            Self::DisputeUnclear => (
                "dispute_unclear",
                "the provider holds or took money, perhaps for a dispute, and does not say whether it came back",
                "look for ID at the provider; allow the application to read disputes",
            ),
            Self::PendingLong => (
                "pending_long",
                "a capture or a refund has been under way for days",
                "look for ID at the provider and at `zkratka orders show ORDER`; check that a server runs and reaches the provider",
            ),
            Self::Unreadable => (
                "unreadable",
                "the provider's answer about a payment, or about a part of it, cannot be read, so the payment was not compared",
                "look for ID at the provider and compare its money with `zkratka orders show ORDER` by hand; if the provider shows nothing unusual, this software does not know the new form of the answer: look for a newer version",
            ),
        }
    }
}
