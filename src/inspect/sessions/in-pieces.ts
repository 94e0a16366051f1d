/** Facts that are replayed before others have their turn. */
const atOnce = 200;

/** Plays a recording to its end, with a pause after every few facts. */
export async function inPieces<Report>(playing: Generator<undefined, Report>, pause: () => void): Promise<Report> {
  for (let count = 1; ; count++) {
    const { done, value } = playing.next();
    if (done) return value;
    if (count % atOnce > 0) continue;
    pause();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
