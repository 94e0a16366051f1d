import type { RunState } from 'troupe';
import { compressState, decompressState, serializeState } from 'troupe/log';
import { describe, expect, it } from 'vitest';
import { completed, plan } from './states.ts';

const steps = plan(2).steps.flatMap((step) =>
  Array.from({ length: 100 }, (_, index) => ({
    ...step,
    id: `${step.id}${index}`,
    description: `look at table ${index} and say what stands out`,
    dependencies: [],
    when: undefined,
  })),
);
const big: RunState = {
  ...completed,
  currentPlan: { ...plan(2), steps },
  finalAnswer: { role: 'assistant', content: 'ä € 漢 🙂' },
};

const bytesOf = async (stream: ReadableStream<Uint8Array>) => new Uint8Array(await new Response(stream).arrayBuffer());

describe('a compressed state', () => {
  it('comes back as it was, and is at most a third as long', async () => {
    const bytes = await compressState(big);
    expect(await decompressState(bytes)).toEqual(JSON.parse(JSON.stringify(big)));
    expect(bytes.length * 3).toBeLessThanOrEqual(new TextEncoder().encode(serializeState(big)).length);
  });

  it('may be a part of a larger buffer', async () => {
    const bytes = await compressState(completed);
    const larger = new Uint8Array(bytes.length + 7);
    larger.set(bytes, 3);
    expect(await decompressState(larger.subarray(3, 3 + bytes.length))).toEqual(completed);
  });

  it('that is damaged anywhere is refused', async () => {
    const bytes = await compressState(completed);
    for (let at = 0; at < bytes.length; at++) {
      // The header's time, extra flags and system are not looked at by gzip.
      if (at >= 3 && at < 10) continue;
      const damaged = bytes.map((byte, place) => (place === at ? byte ^ 0x55 : byte));
      await expect(decompressState(damaged), `byte ${at}`).rejects.toMatchObject({ code: 'bad-state' });
    }
  });

  it('that is cut off, has more behind it, or is nothing is refused', async () => {
    const bytes = await compressState(completed);
    for (const wrong of [bytes.subarray(0, bytes.length - 9), Uint8Array.of(...bytes, 1, 2, 3), bytes.subarray(0, 2)]) {
      await expect(decompressState(wrong)).rejects.toMatchObject({
        code: 'bad-state',
        message: expect.stringContaining('The compressed state is damaged'),
      });
    }
    await expect(decompressState(new Uint8Array())).rejects.toMatchObject({ code: 'bad-state' });
  });

  it('that unpacks to a thousand times its size is refused', async () => {
    let made = 0;
    const zeros = new ReadableStream<Uint8Array>({
      pull(controller) {
        made++;
        if (made > 110) controller.close();
        else controller.enqueue(new Uint8Array(1_000_000));
      },
    });
    const bomb = await bytesOf(zeros.pipeThrough(new CompressionStream('gzip')));
    expect(bomb.length).toBeLessThan(150_000);
    await expect(decompressState(bomb)).rejects.toMatchObject({
      code: 'bad-state',
      message: expect.stringContaining('unpacks to more than 100000000 bytes'),
    });
    const small = await compressState(completed);
    await expect(decompressState(small, { maxBytes: 100 })).rejects.toThrow('more than 100 bytes');
    expect(await decompressState(small, { maxBytes: 100_000 })).toEqual(completed);
  });

  it('that is something else is refused', async () => {
    await expect(decompressState(new TextEncoder().encode(serializeState(completed)))).rejects.toThrow('are not gzip');
    const gzip = (text: string) => bytesOf(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip')));
    await expect(decompressState(await gzip('hello'))).rejects.toMatchObject({
      code: 'bad-state',
      message: 'The state of the run is not JSON.',
    });
  });
});
