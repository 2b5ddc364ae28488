// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { languageCode } from './language.ts';

describe('languageCode', () => {
  it.each([
    ['zh-CN', 'ZH_CN'],
    ['zh-TW', 'ZH_TW'],
    ['pt-BR', 'PT_BR'],
    ['pt-PT', 'PT_PT'],
    ['pt_br', 'PT_BR'],
  ])('[7.01] %s keeps its region: %s', (locale, code) => {
    expect(languageCode(locale)).toBe(code);
  });

  it.each([
    ['cs', 'CS'],
    ['cs-CZ', 'CS'],
    ['en-GB', 'EN'],
    ['zh-HK', 'ZH'],
    ['pt-AO', 'PT'],
  ])('[7.01] %s has no region of its own: %s', (locale, code) => {
    expect(languageCode(locale)).toBe(code);
  });
});
