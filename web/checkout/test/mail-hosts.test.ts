import { describe, expect, it } from 'vitest';
import { meantAddress } from '../src/form/mail-hosts.ts';

describe('a mistyped host of an e-mail address', () => {
  it.each([
    ['jana@seznma.cz', 'jana@seznam.cz'],
    ['jana@senzam.cz', 'jana@seznam.cz'],
    ['jana@seznam.c', 'jana@seznam.cz'],
    ['jana@Gmial.com', 'jana@gmail.com'],
    ['jana@gmail.cz', 'jana@gmail.com'],
    ['jana@gmail.con', 'jana@gmail.com'],
    ['jana@centum.cz', 'jana@centrum.cz'],
    ['j.n+a@zoznma.sk', 'j.n+a@zoznam.sk'],
  ])('[8.03] in %s is meant to be %s', (typed, meant) => {
    expect(meantAddress(typed)).toBe(meant);
  });

  it.each([
    'jana@outlook.sk',
    'jana@ymail.com',
    'jana@seznam.cz',
    'jana@post.sk',
    'jana@post.cz',
    'jana@yahoo.co.uk',
    'jana@example.cz',
    'jana@most.eu',
    'jana@firma-novak.cz',
    '@seznma.cz',
    'seznma.cz',
    'jana@',
    '',
  ])('[8.03] is none in %j', (typed) => {
    expect(meantAddress(typed)).toBeNull();
  });
});
