import { signal } from '@preact/signals';

/** Whether what no test has taken is coloured, where a report of coverage was given. */
export const showCoverage = signal(true);
