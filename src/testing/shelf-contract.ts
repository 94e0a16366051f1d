import type { MemoryShelf, ShelfLine } from '../memory/memory-shelf.ts';
import type { TestRunner } from './store-test.ts';

const line = (scope: string, key: string, json = `"${key}"`): ShelfLine => ({ scope, key, json });

/**
 * The contract of a shelf of memories as a suite. Run it with your own runner: `shelfContract('redisShelf', openShelf, { describe, it, expect })`. `open`
 * gives a new, empty shelf each time; the suite closes it.
 */
export function shelfContract(
  name: string,
  open: () => MemoryShelf | Promise<MemoryShelf>,
  { describe, it, expect }: TestRunner,
): void {
  const test = (title: string, body: (shelf: MemoryShelf) => Promise<void>) =>
    it(title, async () => {
      const shelf = await open();
      try {
        await body(shelf);
      } finally {
        await shelf.close();
      }
    });

  describe(`${name} keeps the contract of a shelf`, () => {
    test('gives back what was written, in the order in which it was written last', async (shelf) => {
      await shelf.write([line('a', 'one'), line('a', 'two')]);
      await shelf.write([line('a', 'one', '"other"')]);
      expect(await shelf.read(['a'])).toEqual([line('a', 'two'), line('a', 'one', '"other"')]);
    });

    test('reads the scopes that it is asked for and no other, however alike their names are', async (shelf) => {
      const names = ['a', 'A', 'a ', 'ä', 'a\u0308', '["a",null]', 'a%', "a'", ''];
      await shelf.write(names.map((scope) => line(scope, 'key', JSON.stringify(scope))));
      for (const scope of names) expect(await shelf.read([scope])).toEqual([line(scope, 'key', JSON.stringify(scope))]);
      expect((await shelf.read(['a', 'A', 'a'])).length).toEqual(2);
      expect(await shelf.read(['b'])).toEqual([]);
      expect(await shelf.read([])).toEqual([]);
    });

    test('keeps the last of two lines with the same scope and key that come at once', async (shelf) => {
      await shelf.write([line('a', 'one', '1'), line('a', 'two'), line('a', 'one', '2')]);
      expect(await shelf.read(['a'])).toEqual([line('a', 'two'), line('a', 'one', '2')]);
      await shelf.write([]);
    });

    test('keeps the same key of two scopes apart', async (shelf) => {
      await shelf.write([line('a', 'key', '1'), line('b', 'key', '2')]);
      expect(await shelf.remove('a', ['key'])).toEqual(1);
      expect(await shelf.read(['a', 'b'])).toEqual([line('b', 'key', '2')]);
    });

    test('removes what it is told to, and says how much that was', async (shelf) => {
      await shelf.write([line('a', 'one'), line('a', 'two'), line('a', '三 "quoted"')]);
      expect(await shelf.remove('a', ['one', '三 "quoted"', 'never'])).toEqual(2);
      expect(await shelf.remove('a', [])).toEqual(0);
      expect(await shelf.remove('nowhere', ['one'])).toEqual(0);
      expect(await shelf.read(['a'])).toEqual([line('a', 'two')]);
    });

    test('lists the scopes that have something, in the order of their texts', async (shelf) => {
      await shelf.write([line('b', 'one'), line('a', 'one'), line('c', 'one')]);
      await shelf.remove('c', ['one']);
      expect(await shelf.scopes()).toEqual(['a', 'b']);
    });

    test('may be closed twice', async (shelf) => {
      await shelf.write([line('a', 'one')]);
      await shelf.close();
      await shelf.close();
      expect(true).toEqual(true);
    });
  });
}
