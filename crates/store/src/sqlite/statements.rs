//! Runs the statements that both engines share.

use super::SqliteStore;
use crate::StoreError;
use crate::accounts::statement::{Row, Statement, Statements, Value};
use async_trait::async_trait;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql, params_from_iter};

#[async_trait]
impl Statements for SqliteStore {
    async fn write(&self, statements: Vec<Statement>) -> Result<Vec<Row>, StoreError> {
        Self::write(self, move |connection| {
            let mut rows = Vec::new();
            for statement in &statements {
                rows = run(connection, statement)?;
            }
            Ok(rows)
        })
        .await
    }

    async fn read(&self, statement: Statement) -> Result<Vec<Row>, StoreError> {
        self.readers.point(|connection| run(connection, &statement))
    }
}

fn run(connection: &Connection, statement: &Statement) -> Result<Vec<Row>, StoreError> {
    let sql = statement.sql.replace('$', "?");
    let mut prepared = connection.prepare_cached(&sql)?;
    let columns = prepared.column_count();
    let rows = prepared.query_map(params_from_iter(&statement.values), |row| {
        let values = (0..columns).map(|column| row.get_ref(column).map(value));
        values.collect::<Result<_, _>>().map(Row)
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn value(column: ValueRef<'_>) -> Value {
    match column {
        ValueRef::Integer(number) => Value::Number(number),
        ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
        // No column of these tables has a fraction.
        ValueRef::Null | ValueRef::Real(_) => Value::Nothing,
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Number(number) => ValueRef::Integer(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Bytes(bytes) => ValueRef::Blob(bytes),
            Self::Nothing => ValueRef::Null,
        }))
    }
}
