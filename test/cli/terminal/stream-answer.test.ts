import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { toPrintable } from '../../../src/cli/terminal/printable.ts';
import { streamAnswer } from '../../../src/cli/terminal/stream-answer.ts';

/** A stream on an answer, and what has been written so far. */
function answerOn({ isLive }: { isLive: boolean }) {
  const out = new PassThrough();
  let text = '';
  out.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const answer = streamAnswer(out, { isLive });
  /** Hands the pieces over one after the other, the first at `at`. */
  const take = (at: number, ...pieces: string[]) => {
    let from = at;
    for (const piece of pieces) {
      answer.take({ at: from, text: piece });
      from += piece.length;
    }
  };
  return { answer, take, written: () => text };
}

it('writes each piece as it comes, and at the end nothing again', async () => {
  const { answer, take, written } = answerOn({ isLive: true });
  take(0, 'Hel', 'lo, wor');
  expect(written()).toBe('Hello, wor');
  take(10, 'ld.\n');
  await answer.end('Hello, world.\n');
  expect(written()).toBe('Hello, world.\n');
});

it('writes the whole message when nothing was streamed, and what is missing when a part was', async () => {
  const whole = answerOn({ isLive: true });
  await whole.answer.end('All of it.');
  expect(whole.written()).toBe('All of it.\n');
  const part = answerOn({ isLive: true });
  part.take(0, 'All ');
  await part.answer.end('All of it.');
  expect(part.written()).toBe('All of it.\n');
});

it('begins again on a new line, with a mark, when an attempt takes back what is on the screen', async () => {
  const { answer, take, written } = answerOn({ isLive: true });
  take(0, 'The sum is fi');
  take(0, 'The total', ' is 5.');
  await answer.end('The total is 5.');
  expect(written()).toBe('The sum is fi\n↻ The total is 5.\n');
});

it('writes the text from its beginning when only its end is taken back', async () => {
  const { answer, take, written } = answerOn({ isLive: true });
  take(0, 'one two');
  take(4, 'three');
  await answer.end('one three');
  expect(written()).toBe('one two\n↻ one three\n');
});

it('takes back without a mark what nobody has seen', async () => {
  const { answer, take, written } = answerOn({ isLive: true });
  take(0, 'one', ' \n');
  take(3, ' two');
  await answer.end('one two');
  expect(written()).toBe('one two\n');
});

it('ends with the message, whatever the pieces were', async () => {
  const { answer, take, written } = answerOn({ isLive: true });
  take(0, 'Something else');
  await answer.end('The message.');
  expect(written()).toBe('Something else\n↻ The message.\n');
});

it('writes nothing but the whole message where no terminal is', async () => {
  const { answer, take, written } = answerOn({ isLive: false });
  take(0, 'The sum is fi');
  take(0, 'The total is 5.');
  expect(written()).toBe('');
  await answer.end('The total is 5.');
  expect(written()).toBe('The total is 5.\n');
});

it('goes on after something else was said in between', async () => {
  const { answer, take, written } = answerOn({ isLive: true });
  take(0, 'one');
  answer.breakLine();
  answer.breakLine();
  take(0, 'two');
  await answer.end('two');
  expect(written()).toBe('one\n↻ two\n');
});

const hostile = [
  'a \u001b[31mred\u001b[0m word\r\nand \u001b]0;title\u0007a title, \u001b]8;;http://x.y/z\u001b\\link\u001b]8;;\u001b\\.',
  '\u009b2J\u009b1;1H cleared \u001b',
  '汉字 and 👍🏽 and \u202eback\u202c and \u{e0041}tag\rreturn',
];

it.each(hostile)('shows %j as it is printed in one piece, wherever it is cut', async (text) => {
  for (let cut = 0; cut <= text.length; cut++) {
    const { answer, take, written } = answerOn({ isLive: true });
    take(0, text.slice(0, cut), text.slice(cut));
    await answer.end(text);
    expect(written()).toBe(`${toPrintable(text).trimEnd()}\n`);
  }
});

it.each(hostile)('shows %j as it is printed in one piece when it comes unit by unit', async (text) => {
  const { answer, take, written } = answerOn({ isLive: true });
  take(0, ...text.split(''));
  await answer.end(text);
  expect(written()).toBe(`${toPrintable(text).trimEnd()}\n`);
});
