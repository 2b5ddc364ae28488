//! Statements that both engines understand, and what they return.

use super::AccountId;
use crate::StoreError;
use async_trait::async_trait;
use zkratka_commerce::time::Timestamp;

/// A parameter, or a column of a row. Flags are 0 and 1, times are milliseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
    Nothing,
}

/// A statement with its parameters, which it names `$1`, `$2`, …
pub(crate) struct Statement {
    pub(crate) sql: &'static str,
    pub(crate) values: Vec<Value>,
}

/// A row of an answer.
pub(crate) struct Row(pub(crate) Vec<Value>);

/// An engine. Each call is one transaction.
#[async_trait]
pub(crate) trait Statements: Send + Sync {
    /// Runs the statements and returns the rows of the last one.
    async fn write(&self, statements: Vec<Statement>) -> Result<Vec<Row>, StoreError>;
    async fn read(&self, statement: Statement) -> Result<Vec<Row>, StoreError>;
}

/// Makes a [`Statement`] of its text and parameters.
macro_rules! statement {
    ($sql:expr $(, $value:expr)* $(,)?) => {
        $crate::accounts::statement::Statement {
            sql: $sql,
            values: vec![$($crate::accounts::statement::Value::from($value)),*],
        }
    };
}
pub(super) use statement;

/// Both engines understand it, and PostgreSQL locks the row.
const LOCK: &str = "UPDATE accounts SET created_at = created_at WHERE id = $1";

impl super::Accounts<'_> {
    /// Locks an account until the statement has been written, so that statements that count what the account has follow
    /// each other.
    pub(super) async fn write_locked(
        &self,
        account: AccountId,
        mut statements: Vec<Statement>,
    ) -> Result<Vec<Row>, StoreError> {
        statements.insert(0, statement!(LOCK, account.0));
        self.engine.write(statements).await
    }

    /// Like [`Self::changes`], with the account locked.
    pub(super) async fn changes_locked(
        &self,
        account: AccountId,
        statement: Statement,
    ) -> Result<bool, StoreError> {
        let changed = self.write_locked(account, vec![statement]).await?;
        Ok(!changed.is_empty())
    }

    /// Writes one statement.
    pub(super) async fn write(&self, statement: Statement) -> Result<Vec<Row>, StoreError> {
        self.engine.write(vec![statement]).await
    }

    /// Whether a statement that returns what it changed has changed anything.
    pub(super) async fn changes(&self, statement: Statement) -> Result<bool, StoreError> {
        Ok(!self.write(statement).await?.is_empty())
    }

    /// The rows of a read, each made into a value.
    pub(super) async fn list<T>(
        &self,
        statement: Statement,
        read: impl Fn(&Row) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        self.engine
            .read(statement)
            .await?
            .iter()
            .map(read)
            .collect()
    }
}

impl Row {
    pub(super) fn number(&self, column: usize) -> Result<i64, StoreError> {
        match self.0.get(column) {
            Some(Value::Number(number)) => Ok(*number),
            _ => Err(corrupt("a number")),
        }
    }

    pub(super) fn time(&self, column: usize) -> Result<Timestamp, StoreError> {
        self.number(column).map(Timestamp)
    }

    pub(super) fn maybe_time(&self, column: usize) -> Result<Option<Timestamp>, StoreError> {
        self.is_there(column).then(|| self.time(column)).transpose()
    }

    pub(super) fn flag(&self, column: usize) -> Result<bool, StoreError> {
        self.number(column).map(|number| number != 0)
    }

    pub(super) fn count(&self, column: usize) -> Result<u32, StoreError> {
        u32::try_from(self.number(column)?).map_err(|_| corrupt("a count"))
    }

    pub(super) fn text(&self, column: usize) -> Result<String, StoreError> {
        match self.0.get(column) {
            Some(Value::Text(text)) => Ok(text.clone()),
            _ => Err(corrupt("a text")),
        }
    }

    pub(super) fn maybe_text(&self, column: usize) -> Result<Option<String>, StoreError> {
        self.is_there(column).then(|| self.text(column)).transpose()
    }

    pub(super) fn bytes(&self, column: usize) -> Result<Vec<u8>, StoreError> {
        match self.0.get(column) {
            Some(Value::Bytes(bytes)) => Ok(bytes.clone()),
            _ => Err(corrupt("bytes")),
        }
    }

    pub(super) fn array<const N: usize>(&self, column: usize) -> Result<[u8; N], StoreError> {
        let bytes = self.bytes(column)?;
        bytes.try_into().map_err(|_| corrupt("bytes"))
    }

    pub(super) fn is_there(&self, column: usize) -> bool {
        !matches!(self.0.get(column), None | Some(Value::Nothing))
    }
}

fn corrupt(expected: &str) -> StoreError {
    StoreError::Corrupt {
        what: "account",
        reason: format!("{expected} is expected"),
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Self::Number(number.cast_signed())
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Number(i64::from(number))
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Number(i64::from(flag))
    }
}

impl From<Timestamp> for Value {
    fn from(time: Timestamp) -> Self {
        Self::Number(time.0)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Vec<u8>> for Value {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(bytes)
    }
}

impl From<&[u8]> for Value {
    fn from(bytes: &[u8]) -> Self {
        Self::Bytes(bytes.to_vec())
    }
}

impl<const N: usize> From<[u8; N]> for Value {
    fn from(bytes: [u8; N]) -> Self {
        Self::Bytes(bytes.to_vec())
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Nothing, Into::into)
    }
}
