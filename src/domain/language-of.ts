/** Letters beyond this many characters say nothing new about the language. */
const read = 20_000;

/** Which language a text is in, by its letters: Chinese when a quarter of them are Han. */
export function languageOf(text: string): 'zh' | 'en' {
  const start = text.slice(0, read);
  const han = start.match(/\p{Script=Han}/gu)?.length ?? 0;
  const latin = start.match(/\p{Script=Latin}+/gu)?.length ?? 0;
  return han > 0 && han * 4 >= han + latin ? 'zh' : 'en';
}
