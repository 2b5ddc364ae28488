import assert from 'node:assert/strict';
import test from 'node:test';
import { changed, faultOf } from './change.mjs';

const change = (find, replace) => ({ file: 'tax.rs', find, replace });

test('a text that occurs once is replaced literally', () => {
  assert.equal(changed('a + 5 + b', change('+ 5', '$& $1')), 'a $& $1 + b');
  assert.equal(changed('a + 5 + b', change(' + 5', '')), 'a + b');
});

test('a text that is missing or occurs twice is an error that names the file', () => {
  assert.match(faultOf('a', change('b', '')), /^tax\.rs has 0 times instead of once: "b"/);
  assert.match(faultOf('a a', change('a', '')), /^tax\.rs has 2 times instead of once: "a"/);
  assert.throws(() => changed('a a', change('a', '')), /tax\.rs has 2 times/);
});

test('a change that changes nothing is an error, too', () => {
  assert.match(faultOf('a', change('a', 'a')), /would not be changed/);
  assert.equal(faultOf('a', change('a', 'b')), undefined);
});
