/** The two languages the rules read and write. */
export type Language = 'en' | 'zh';

/** The language of a request: Han characters against Latin letters, names of files aside. A Han character says about as much as two letters. */
export function languageOf(text: string): Language {
  // The start of a long text tells enough.
  const words = text.slice(0, 2000).replace(/(?<![\w./-])[\w./-]+\.[A-Za-z]{2,5}\b/g, '');
  const han = words.match(/\p{Script=Han}/gu)?.length ?? 0;
  const latin = words.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return han * 2 > latin ? 'zh' : 'en';
}
