import { chinese } from './chinese.ts';
import { english } from './english.ts';
import type { Words } from './words.ts';

/** The words of a language; English where there are none of its own. */
export const wordsIn = (language: string): Words => (language === 'zh' ? chinese : english);
