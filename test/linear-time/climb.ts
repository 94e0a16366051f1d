/** What is far from linear is found before it takes for ever. */
const allLengths = [100, 1_000, 10_000, 100_000];
/** Shorter times say nothing. */
const noiseMs = 4;
/** For ten times the text: a linear reader takes 10 times as long, a quadratic one 100 times. */
const mostTimes = 60;
/** What runs for the first time is slow, and memory is tidied up now and then: the shortest of so many runs counts. */
const runs = 6;
/** No run takes so long by chance. */
const longMs = 1_000;

/** Where the time of a reader grows faster than its text, in words; nothing when it never does. `upTo` is the longest text that it is given. */
export function climb(
  read: (text: string) => unknown,
  textOf: (length: number) => string,
  upTo = 100_000,
): string | undefined {
  const lengths = allLengths.filter((length) => length <= upTo);
  const time = (length: number) => {
    const text = textOf(length);
    // The time of this thread alone: however busy the machine is, waiting for a core is none of it.
    const start = process.threadCpuUsage();
    read(text);
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1000;
  };
  let before = Number.POSITIVE_INFINITY;
  for (const length of lengths) {
    let shortest = time(length);
    for (let run = 1; run < runs && shortest > mostTimes * noiseMs; run++) {
      before = Math.min(before, time(length / 10));
      if (shortest > mostTimes * before && shortest < longMs) shortest = Math.min(shortest, time(length));
    }
    if (shortest > mostTimes * Math.max(noiseMs, before)) {
      const [from, to] = [before, shortest].map((ms) => `${ms.toFixed(1)} ms`);
      return `${length / 10} characters take ${from}, ${length} take ${to}`;
    }
    before = shortest;
  }
  return undefined;
}
