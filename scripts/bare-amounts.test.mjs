import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bareAmounts } from './bare-amounts.mjs';

const numbers = (text) => bareAmounts(text).map(({ number }) => number);

test('fields, parameters and results that name money are found', () => {
  const bare = [
    '    pub price: i64,',
    '    pub(crate) compare_at_price: Option<i64>,',
    '    goods_total: i64,',
    '    pub const fn added_tax(&self) -> i64 {',
    '    pub fn price(&self, variant: &Variant) -> Option<i64> {',
  ];
  assert.deepEqual(numbers(bare.join('\n')), [1, 2, 3, 4, 5]);
});

test('other numbers, money with a type, and tests are left alone', () => {
  const fine = [
    '    pub price: MinorUnits,',
    '    pub quantity: i64,',
    '    pub due_at: i64,',
    '    pub total: u64,',
    '    pub fn delay_ms(&self) -> i64 {',
    '#[cfg(test)]',
    'mod tests {',
    '    price: i64,',
  ];
  assert.deepEqual(numbers(fine.join('\n')), []);
});
