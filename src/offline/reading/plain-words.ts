const isKnown =
  '(?:known|given|recorded|available|noted|written down|filled in|entered|listed|on record|documented|stated|specified)';
/** "where it is known", "skip the ones where nothing was written down": only rows with a figure are meant. */
const known = [
  new RegExp(
    `\\b(?:where|if|when|whenever|as far as|provided)(?: (?:it|they|that|this|one|the (?:figure|value|number)))?(?: (?:is|was|are|were|has been|have been))?(?: actually)? ${isKnown}\\b`,
    'gi',
  ),
  new RegExp(
    `\\b(?:please )?(?:skip|ignore|ignoring|leave out|leaving out|exclude|excluding|without|not counting|don not count|do not count|except)(?: (?:the|those|all|any))?(?: (?:ones|rows|cases|entries|items|people))?(?: (?:where|with|that have|which have|for which))? (?:nothing|none|no (?:value|entry|figure|number|data))(?: (?:is|was|are|were|has been))?(?: (?:there|${isKnown}))?(?=[\\s,.;!?]|$)`,
    'gi',
  ),
];

/** A clause in the words that the lexicon has: short forms written out, and what is said in a roundabout way said straight. */
export function plainWords(clause: string): string {
  const text = clause
    // 月均 is 每月平均 written short.
    .replace(/([月季年日])均/g, '每$1平均')
    // 除北京以外 is 除北京; without 除 the word turns the value round.
    .replace(/(除[^，,]{1,20}?)(?:以外|之外|外)/g, '$1')
    .replace(/['’](?:s|d|ll|re|ve|m)\b/g, ' ')
    .replace(/\bwhats\b/gi, 'what is')
    .replace(/\b(i|e)\.\s?(e|g)\.?(?=[\s,:]|$)/gi, '$1$2')
    .replace(/\bcan['’]?t\b|(?<=[a-z])n['’]t\b/gi, ' not')
    // "fixed or not" is all of them.
    .replace(/[,，]?\s\w{2,20} or not(?=\s*(?:[,.;?!，。？！]|$))/gi, ' ');
  return known.reduce((said, sign) => said.replace(sign, ' whereknown '), text);
}
