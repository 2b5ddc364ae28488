//! Route policies: what the edge does around a route's handler.

use super::indexing::Indexing;
use crate::pages::{
    MAX_ACCOUNT_BYTES, MAX_ACCOUNT_FORM_BYTES, MAX_CART_CONFIG_BYTES, MAX_COMPANY_BYTES,
};
use zkratka_admission::Priority;
use zkratka_page_policy::MAX_REPORT_BYTES;

/// The policy for every request to a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RoutePolicy {
    pub(super) bound: WorkLimit,
    pub(super) failure: FailureAnswer,
    pub(super) secrecy: Secrecy,
    pub(super) headers: HeaderPolicy,
    pub(super) indexing: Indexing,
    /// The greatest size of a request's body, if it is smaller than that of the configuration.
    pub(super) body_bytes: usize,
}

/// How the work of a route is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WorkLimit {
    /// By the admission gate for all work, at this priority.
    Gate(Priority),
    /// Elsewhere. The cart API admits each operation, and the attempt driver limits work that waits for the gateway.
    /// Files, health checks and emulated wallets cost almost nothing.
    Elsewhere,
}

/// The response to a request that was refused, or whose handler failed without a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FailureAnswer {
    Page,
    /// For a script, the JSON that themes' scripts read. For a browser, a page of the theme.
    AjaxCart,
    /// JSON for GraphQL clients. Storefronts on allowed origins may read it.
    CartApi,
    /// A line of text in English.
    Text,
    /// The handler's response, unchanged.
    Handler,
}

/// Whether the responses, or the URLs themselves, are private to one buyer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Secrecy {
    /// The handler sets how long caches may keep its response.
    Public,
    /// Caches must not store the response, and browsers must not send its URL as referrer.
    Secret,
}

/// The security headers of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeaderPolicy {
    /// All security headers. A page gets the shop's content security policy.
    Shop,
    /// The same, and no script but the account's own runs on the page.
    Account,
    /// The headers for pages that the checkout shows in a frame, and for what such a page loads. A sandboxed frame has
    /// no origin.
    Framed,
}

impl RoutePolicy {
    pub(super) const BROWSING: Self = Self {
        bound: WorkLimit::Gate(Priority::Browsing),
        failure: FailureAnswer::Page,
        secrecy: Secrecy::Public,
        headers: HeaderPolicy::Shop,
        indexing: Indexing::Allowed,
        body_bytes: usize::MAX,
    };
    /// Results of a search, which anybody can make without end.
    pub(super) const SEARCH: Self = Self {
        indexing: Indexing::Refused,
        ..Self::BROWSING
    };
    /// The page and the form of the cart.
    pub(super) const CART_PAGE: Self = Self {
        bound: WorkLimit::Gate(Priority::Shopping),
        failure: FailureAnswer::AjaxCart,
        indexing: Indexing::Refused,
        ..Self::BROWSING
    };
    /// Routes that read or change the cart, for themes' scripts and for forms without scripts.
    pub(super) const CART: Self = Self {
        secrecy: Secrecy::Secret,
        ..Self::CART_PAGE
    };
    /// Forms of the cart's page that no script posts: the step to its checkout, and discount codes.
    pub(super) const CART_CHECKOUT: Self = Self {
        failure: FailureAnswer::Page,
        ..Self::CART
    };
    /// Buying immediately, which creates a cart.
    pub(super) const BUY_IT_NOW: Self = Self {
        secrecy: Secrecy::Secret,
        indexing: Indexing::Refused,
        ..Self::BROWSING
    };
    /// The pages of a checkout.
    pub(super) const CHECKOUT: Self = Self {
        bound: WorkLimit::Gate(Priority::Paying),
        ..Self::BUY_IT_NOW
    };
    /// The face of the shop's wallet, in a frame of another page.
    pub(super) const FACE: Self = Self {
        failure: FailureAnswer::Text,
        ..Self::BUY_IT_NOW
    };
    /// What an account's scripts ask about passkeys.
    pub(super) const PASSKEYS: Self = Self {
        failure: FailureAnswer::Handler,
        ..Self::ACCOUNT_PAGE
    };
    /// The pages and forms of buyers' accounts, and what their scripts ask.
    pub(super) const ACCOUNT_PAGE: Self = Self {
        headers: HeaderPolicy::Account,
        body_bytes: MAX_ACCOUNT_FORM_BYTES,
        ..Self::CHECKOUT
    };
    /// What the checkout's script asks about a company. The register's client limits its own work.
    pub(super) const COMPANY: Self = Self {
        bound: WorkLimit::Elsewhere,
        failure: FailureAnswer::Text,
        body_bytes: MAX_COMPANY_BYTES,
        ..Self::CHECKOUT
    };
    /// What the checkout's script asks for a signed-in buyer.
    pub(super) const ACCOUNT: Self = Self {
        failure: FailureAnswer::Text,
        body_bytes: MAX_ACCOUNT_BYTES,
        ..Self::CHECKOUT
    };
    /// The URL to which the buyer returns from a challenge of the gateway.
    pub(super) const CHALLENGE_RETURN: Self = Self {
        bound: WorkLimit::Elsewhere,
        ..Self::BUY_IT_NOW
    };
    /// The embed's entry script, which storefronts load.
    pub(super) const ENTRY_SCRIPT: Self = Self {
        bound: WorkLimit::Elsewhere,
        ..Self::BROWSING
    };
    /// Responses that cost as much as a page, but are for programs.
    pub(super) const SNIPPET: Self = Self {
        failure: FailureAnswer::Text,
        ..Self::BROWSING
    };
    /// Files, health checks, notifications, emulated wallets.
    pub(super) const PROGRAM: Self = Self {
        bound: WorkLimit::Elsewhere,
        ..Self::SNIPPET
    };
    /// Reports of browsers, which anybody can send and no shopper waits for.
    pub(super) const REPORTS: Self = Self {
        bound: WorkLimit::Gate(Priority::Reporting),
        body_bytes: MAX_REPORT_BYTES,
        ..Self::SNIPPET
    };
    pub(super) const CART_API: Self = Self {
        failure: FailureAnswer::CartApi,
        ..Self::PROGRAM
    };
    /// What a wallet's script needs for a cart. The answer may contain the cart's secret.
    pub(super) const CART_CONFIG: Self = Self {
        secrecy: Secrecy::Secret,
        body_bytes: MAX_CART_CONFIG_BYTES,
        ..Self::CART_API
    };
    /// The card fields and challenges of the emulated gateway.
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
