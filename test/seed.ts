/** The seed of what is random in the tests: printed, so that `TROUPE_TEST_SEED=<it> npx vitest run <file>` does the same again. */
export const seed = Number(process.env.TROUPE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
console.log(`Random by TROUPE_TEST_SEED=${seed}`);
