import type { Language } from '../text/language-of.ts';

/** Chooses between two wordings of the same sentence. */
export const inLanguage =
  (language: Language) =>
  (english: string, chinese: string): string =>
    language === 'en' ? english : chinese;
