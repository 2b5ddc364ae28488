//! What the edge does around a route's handler.

use zkratka_admission::Priority;

/// What holds for every request to a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RoutePolicy {
    pub(super) bound: Bound,
    pub(super) failure: FailureAnswer,
    pub(super) secrecy: Secrecy,
    pub(super) headers: HeaderPolicy,
}

/// What bounds the work that a route may cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The gate that all work passes, at this priority.
    Gate(Priority),
    /// Something else: the cart API is admitted by its operations, what waits for the gateway by the attempts. Files,
    /// health and the emulated wallets cost next to nothing.
    Elsewhere,
}

/// How a request is answered that was turned away, or that failed without an answer of the handler's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FailureAnswer {
    /// A page of the theme.
    Page,
    /// The JSON that themes' scripts read, for a script; a page of the theme for a browser.
    AjaxCart,
    /// JSON as GraphQL clients read it. Storefronts on allowed origins may read it.
    CartApi,
    /// A line of English text.
    Text,
    /// Nothing is added to what the handler says.
    Handler,
}

/// Whether answers, or the addresses themselves, belong to one buyer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Secrecy {
    /// The handler says how long its answer is kept.
    Public,
    /// Nobody keeps the answer, and its address is passed on to nobody.
    Secret,
}

/// Which security headers an answer gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeaderPolicy {
    /// All of them; a page gets the shop's content policy.
    Shop,
    /// For pages that the checkout shows in a frame, and that a page without an origin loads.
    Framed,
}

impl RoutePolicy {
    /// Pages of the storefront.
    pub(super) const BROWSING: Self = Self {
        bound: Bound::Gate(Priority::Browsing),
        failure: FailureAnswer::Page,
        secrecy: Secrecy::Public,
        headers: HeaderPolicy::Shop,
    };
    /// The cart's own page and form.
    pub(super) const CART_PAGE: Self = Self {
        bound: Bound::Gate(Priority::Shopping),
        failure: FailureAnswer::AjaxCart,
        ..Self::BROWSING
    };
    /// What reads or changes the cart for themes' scripts, and for forms without scripts.
    pub(super) const CART: Self = Self {
        secrecy: Secrecy::Secret,
        ..Self::CART_PAGE
    };
    /// The way from the cart's page to its checkout: a form, never a script.
    pub(super) const CART_CHECKOUT: Self = Self {
        failure: FailureAnswer::Page,
        ..Self::CART
    };
    /// A cart that does not exist yet.
    pub(super) const BUY_IT_NOW: Self = Self {
        secrecy: Secrecy::Secret,
        ..Self::BROWSING
    };
    /// Pages of one checkout.
    pub(super) const CHECKOUT: Self = Self {
        bound: Bound::Gate(Priority::Paying),
        ..Self::BUY_IT_NOW
    };
    /// Where a challenge of the gateway's leads back to.
    pub(super) const CHALLENGE_RETURN: Self = Self {
        bound: Bound::Elsewhere,
        ..Self::BUY_IT_NOW
    };
    /// The embed's entry, which storefronts load.
    pub(super) const ENTRY_SCRIPT: Self = Self {
        bound: Bound::Elsewhere,
        ..Self::BROWSING
    };
    /// What costs as much as a page, but is read by programs.
    pub(super) const SNIPPET: Self = Self {
        failure: FailureAnswer::Text,
        ..Self::BROWSING
    };
    /// Files, health, notifications, emulated wallets.
    pub(super) const PROGRAM: Self = Self {
        bound: Bound::Elsewhere,
        ..Self::SNIPPET
    };
    /// The cart API.
    pub(super) const CART_API: Self = Self {
        failure: FailureAnswer::CartApi,
        ..Self::PROGRAM
    };
    /// The emulated gateway's fields and challenges.
    #[cfg_attr(
        not(feature = "sandbox"),
        expect(dead_code, reason = "only the emulated gateway is shown in a frame")
    )]
    pub(super) const GATEWAY_FRAME: Self = Self {
        failure: FailureAnswer::Handler,
        headers: HeaderPolicy::Framed,
        ..Self::PROGRAM
    };
}
