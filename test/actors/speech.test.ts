import { describe, expect, it } from 'vitest';
import { Speech, type SpeechEdit } from '../../src/actors/speech.ts';

/** A speech and what a listener has after every edit. */
function listen() {
  const edits: SpeechEdit[] = [];
  const speech = new Speech((edit) => edits.push(edit));
  const heard = () => edits.reduce((text, { at, text: more }) => text.slice(0, at) + more, '');
  return { speech, edits, heard };
}

describe('a speech', () => {
  it('tells pieces as they come', () => {
    const { speech, edits } = listen();
    const attempt = speech.begin();
    attempt.add('one ');
    attempt.add('two');
    speech.end('one two');
    expect(edits).toEqual([
      { at: 0, text: 'one ' },
      { at: 4, text: 'two' },
    ]);
  });

  it('does not tell again what another attempt says again', () => {
    const { speech, edits, heard } = listen();
    speech.begin().add('the answer is');
    const again = speech.begin();
    for (const piece of ['the ', 'answer', ' is', ' seven']) again.add(piece);
    expect(edits).toEqual([
      { at: 0, text: 'the answer is' },
      { at: 13, text: ' seven' },
    ]);
    expect(heard()).toBe('the answer is seven');
  });

  it('goes back to where another attempt says something else', () => {
    const { speech, edits, heard } = listen();
    speech.begin().add('the answer is six');
    const again = speech.begin();
    again.add('the answer was ');
    again.add('seven');
    expect(edits.slice(1)).toEqual([
      { at: 11, text: 'was ' },
      { at: 15, text: 'seven' },
    ]);
    expect(heard()).toBe('the answer was seven');
  });

  it('takes back what a shorter attempt no longer says', () => {
    const { speech, edits, heard } = listen();
    speech.begin().add('yes, of course');
    const again = speech.begin();
    again.add('yes');
    again.end('yes');
    expect(edits.at(-1)).toEqual({ at: 3, text: '' });
    expect(heard()).toBe('yes');
  });

  it('never tells half of a character', () => {
    const { speech, edits, heard } = listen();
    const attempt = speech.begin();
    attempt.add('so \ud83d');
    attempt.add('\ude00!');
    expect(edits.every(({ text }) => text.isWellFormed())).toBe(true);
    speech.begin().end('so \ud83d\ude01');
    expect(edits.every(({ text }) => text.isWellFormed())).toBe(true);
    expect(heard()).toBe('so \ud83d\ude01');
  });
});
