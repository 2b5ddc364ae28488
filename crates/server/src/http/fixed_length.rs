/// Marks a response whose length must tell nothing: it is sent as it is, never compressed.
#[derive(Clone, Copy)]
pub(crate) struct FixedLength;
