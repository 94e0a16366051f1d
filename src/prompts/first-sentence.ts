const most = 120;

/** What something does, in a sentence, or in the first part of a long one: enough where more of it is at hand. */
export function firstSentence(text: string): string {
  const start = text.trim().slice(0, 400);
  const sentence = /^.*?(?:[.!?](?=\s|$)|[。！？])/su.exec(start)?.[0] ?? start;
  if (sentence.length <= most) return sentence;
  const part = /^[^:：;；]{1,120}(?=[:：;；])|^.{1,120}(?=\s)/su.exec(sentence)?.[0];
  return part ?? sentence.slice(0, most);
}
