//! Runs the statements that both engines share.

use super::PostgresStore;
use super::error::Failure;
use super::session::{PATIENT, Session};
use super::work::Work;
use crate::StoreError;
use crate::accounts::statement::{Row, Statement, Statements, Value};
use async_trait::async_trait;
use std::error::Error;
use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

struct Run(Vec<Statement>);

#[async_trait]
impl Statements for PostgresStore {
    async fn write(&self, statements: Vec<Statement>) -> Result<Vec<Row>, StoreError> {
        self.transact(Run(statements)).await
    }

    async fn read(&self, statement: Statement) -> Result<Vec<Row>, StoreError> {
        let rows = self
            .readers
            .rows(statement.sql, &parameters(&statement.values))
            .await?;
        rows.iter().map(values).collect()
    }
}

#[async_trait]
impl Work for Run {
    type Answer = Vec<Row>;

    async fn run(&self, session: &Session) -> Result<Vec<Row>, Failure> {
        let is_one = self.0.len() == 1;
        if !is_one {
            session.begin(PATIENT).await?;
        }
        let mut rows = Vec::new();
        for statement in &self.0 {
            rows = session
                .rows(statement.sql, &parameters(&statement.values))
                .await?;
        }
        if !is_one {
            session.commit().await?;
        }
        Ok(rows.iter().map(values).collect::<Result<_, _>>()?)
    }
}

fn parameters(values: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|value| value as _).collect()
}

fn values(row: &tokio_postgres::Row) -> Result<Row, StoreError> {
    let value = |column: usize| {
        let value = match *row.columns()[column].type_() {
            Type::INT8 => row
                .try_get::<_, Option<i64>>(column)
                .map(|it| it.map(Value::Number)),
            Type::BYTEA => row
                .try_get::<_, Option<Vec<u8>>>(column)
                .map(|it| it.map(Value::Bytes)),
            _ => row
                .try_get::<_, Option<String>>(column)
                .map(|it| it.map(Value::Text)),
        };
        let value = value.map_err(|error| StoreError::Database(error.to_string()))?;
        Ok(value.unwrap_or(Value::Nothing))
    };
    (0..row.len()).map(value).collect::<Result<_, _>>().map(Row)
}

impl ToSql for Value {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Self::Number(number) => number.to_sql_checked(kind, out),
            Self::Text(text) => text.to_sql_checked(kind, out),
            Self::Bytes(bytes) => bytes.to_sql_checked(kind, out),
            Self::Nothing => Ok(IsNull::Yes),
        }
    }

    fn accepts(_kind: &Type) -> bool {
        // Each variant checks for itself.
        true
    }

    to_sql_checked!();
}
