import { expect, it } from 'vitest';
import { matchesGlob } from '../../src/text/matches-glob.ts';

it.each([
  ['mail', 'mail', true],
  ['mail', 'mails', false],
  ['mail_*', 'mail_send', true],
  ['mail_*', 'mail', false],
  ['*', '', true],
  ['*_send', 'mail_send', true],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['a*b*c', 'axxbyyc', true],
  ['a*b*c', 'axxcyyb', false],
  ['a.c', 'abc', false],
])('%j and %j: %s', (pattern, text, matches) => expect(matchesGlob(pattern, text)).toBe(matches));
