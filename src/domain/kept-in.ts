/** Where new runs are kept: in a store, in one that forgets everything when the process ends, or nowhere. */
export type KeptIn = 'store' | 'memory' | 'nowhere';
