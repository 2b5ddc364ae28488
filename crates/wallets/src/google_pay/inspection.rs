//! What was checked of a token, step by step.

use super::opener::OpenedToken;
use super::refusal::Refusal;

/// One thing that is checked, in the order of checking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Check {
    /// `protocolVersion` is a text and names a protocol accepted here.
    Protocol,
    /// The token has exactly the members of its protocol.
    Shape,
    /// There is a root key for the protocol which has not expired.
    RootKeys,
    /// A root key signed the intermediate key.
    IntermediateSignature,
    /// The intermediate key can be read.
    IntermediateKey,
    /// The intermediate key has not expired.
    IntermediateExpiration,
    /// The message was signed by the right key for this recipient.
    MessageSignature,
    /// The signed message is exactly an encrypted message.
    EncryptedShape,
    /// The ephemeral key is a point on the curve.
    EphemeralKey,
    /// The message is whole and encrypted to this recipient.
    Mac,
    /// The message is text.
    Text,
    /// The message has not expired.
    MessageExpiration,
    /// Id, expiration and card are there and as they must be: it can be paid with.
    Payment,
}

impl Check {
    /// Every check in order.
    pub const ALL: [Self; 13] = [
        Self::Protocol,
        Self::Shape,
        Self::RootKeys,
        Self::IntermediateSignature,
        Self::IntermediateKey,
        Self::IntermediateExpiration,
        Self::MessageSignature,
        Self::EncryptedShape,
        Self::EphemeralKey,
        Self::Mac,
        Self::Text,
        Self::MessageExpiration,
        Self::Payment,
    ];

    /// A stable name for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Protocol => "protocol",
            Self::Shape => "shape",
            Self::RootKeys => "root_keys",
            Self::IntermediateSignature => "intermediate_signature",
            Self::IntermediateKey => "intermediate_key",
            Self::IntermediateExpiration => "intermediate_expiration",
            Self::MessageSignature => "message_signature",
            Self::EncryptedShape => "encrypted_shape",
            Self::EphemeralKey => "ephemeral_key",
            Self::Mac => "mac",
            Self::Text => "text",
            Self::MessageExpiration => "message_expiration",
            Self::Payment => "payment",
        }
    }
}

impl Check {
    /// What a message need not have to be genuine, only to be a payment.
    const fn is_of_the_message(self) -> bool {
        matches!(self, Self::MessageExpiration | Self::Payment)
    }
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckOutcome {
    /// All is well.
    Passed,
    /// The token is refused here.
    Failed(Refusal),
    /// The signed message has nothing of the kind. Nobody changed the token, but it can pay for nothing.
    Absent,
    /// The protocol has no such step, or an earlier check failed.
    NotDone,
}

/// What came of opening a token, with every check.
#[derive(Debug)]
pub struct Inspection {
    passed: Vec<Check>,
    /// The opened token, or why it is refused.
    pub result: Result<OpenedToken, Refusal>,
}

impl Inspection {
    pub(super) fn new(passed: Progress, result: Result<OpenedToken, Refusal>) -> Self {
        Self {
            passed: passed.0,
            result,
        }
    }

    /// Every check with its outcome, in order.
    pub fn checks(&self) -> impl Iterator<Item = (Check, CheckOutcome)> {
        Check::ALL
            .into_iter()
            .map(|check| (check, self.outcome(check)))
    }

    fn outcome(&self, check: Check) -> CheckOutcome {
        match &self.result {
            Err(refusal) if refusal.check() == check => CheckOutcome::Failed(*refusal),
            _ if self.passed.contains(&check) => CheckOutcome::Passed,
            Ok(_) if check.is_of_the_message() => CheckOutcome::Absent,
            _ => CheckOutcome::NotDone,
        }
    }
}

/// The checks passed so far.
#[derive(Debug, Default)]
pub(super) struct Progress(Vec<Check>);

impl Progress {
    pub(super) fn passed(&mut self, check: Check) {
        self.0.push(check);
    }
}
