/** Numbers, quoted words, names inside of a sentence, files, and words by which people settle something. */
const fact = new RegExp(
  [
    '\\p{Nd}',
    '["“「『《]',
    '\\p{L},? \\p{Lu}\\p{L}',
    '\\w\\.\\p{Ll}{2,4}(?!\\w)',
    '\\b(?:decided?|decision|agreed?|approved?|chose|chosen|confirmed|deadline|must|never|always|prefers?|rejected|settled on|go with)\\b',
    '决定|同意|确定|确认|批准|选择|选定|采用|约定|截止|必须|拒绝|定为|改为|敲定|负责|名叫|名字',
  ].join('|'),
  'u',
);

/** Whether a sentence says something that can be looked up later: a name, a number, a decision. */
export function hasFact(sentence: string): boolean {
  return fact.test(sentence);
}
