const subject =
  /^(?:well,? |but |and |so |because |since )?(?:i(?!s\b)|we|my|our|the|an?|it|there|he|she|they|this|that|these|those|some|someone|somebody|one of|your|his|her|their)(?:['’]\p{L}+)?\s/iu;
const wantsToKnow =
  /\b(?:know|wonder(?:ing)?|ask(?:ing)?|find out|tell me|looking for|question|curious|interested|remember|understand|sure)\b/i;
const asks =
  /\b(?:who|whom|whose|what|when|where|why|how|which|whether)\b|^(?:and |but |so |or |then )?(?:can|could|may|might|must|shall|should|will|would|is|are|am|was|were|do|does|did|has|have|had|need)(?:n['’]t)?\s|^(?:and |then |please )*(?:show|list|give|tell|find|search|look|explain|summari[sz]e|describe|compare|name|write|quote|calculate|translate|count|sum|any)\b|[吗么呢什哪谁几怎何]|多少|多[久长大高重远]|是否|能否|可否|有没有|能不能|可不可以|要不要|会不会|是不是/iu;

/** "My mum is in a wheelchair": said of what is asked next, and no question. */
export function isStatement(clause: string): boolean {
  const text = clause.trim();
  return subject.test(text) ? !wantsToKnow.test(text) : !asks.test(text);
}

const begins = /^(?:and|or|but|so|then|also|what about|how about)\b|^(?:那|那么|还有|然后|另外)(?![里儿边])|呢$/iu;

/** Whether it begins like something that goes on: "and for students?". */
export const beginsOn = (text: string): boolean => begins.test(text.trim());

const person = /\b(?:he|him|his|she|her|hers)\b|[他她](?!们)/giu;
const things =
  /\b(?:it|its|they|them|their|theirs|these|those|this one|that one|which one|the same)\b|它|他们|她们|这个|那个|这些|那些/giu;
const impersonal =
  /\b(?:does|will|would|did|can|should) it (?:take|cost to|matter|rain|snow)\b|\bis it (?:allowed|possible|ok|okay|permitted|true|required|necessary|mandatory)\b/gi;

/** What a pronoun behind it stands for: "the tank", "Mr Doyle", "visitors". */
const named =
  /\b(?:the|an?|my|our|your|this|that|each|every|all|any|some|no|one) \p{L}{2,}|(?<=[\p{L},] )(?!I\b)\p{Lu}\p{L}+|\b(?!does\b|this\b|was\b|has\b|is\b|always\b|its\b)\p{L}{3,}s\b|\p{Script=Han}{3,}/u;

/** The pronouns that nothing in the text itself stands for. */
function pronounsOf(text: string): string[] {
  const said = text.replace(impersonal, ' ');
  return [person, things].flatMap((signs) =>
    [...said.matchAll(signs)].flatMap(({ 0: word, index }) =>
      named.test(said.slice(0, index)) ? [] : [word.toLowerCase()],
    ),
  );
}

/** Whether a question can only be understood with the one before it: "and for students?", "who signs for it?". */
export function goesOn(question: string, before: string): boolean {
  const text = question.trim();
  if (beginsOn(text)) return true;
  // "Can it climb?", "how heavy is it?": both are about the thing that all the documents are about.
  const known = new Set(pronounsOf(before));
  return pronounsOf(text).some((word) => !known.has(word));
}
