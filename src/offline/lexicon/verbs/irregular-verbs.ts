const lines =
  `be was were been|do does did done|have has had|go goes went gone|come came|take took taken|give gave given|get got gotten|make made|bring brought|buy bought|sell sold|teach taught|catch caught|
drive drove driven|ride rode ridden|write wrote written|speak spoke spoken|break broke broken|choose chose chosen|fly flew flown|grow grew grown|know knew known|throw threw thrown|draw drew drawn|
see saw seen|eat ate eaten|drink drank drunk|swim swam swum|run ran|sing sang sung|begin began begun|hold held|lead led|feed fed|meet met|send sent|spend spent|lend lent|lose lost|leave left|keep kept|
sleep slept|feel felt|deal dealt|build built|win won|wear wore worn|tell told|say said|pay paid|find found|stand stood|understand understood|think thought|fight fought|seek sought|
undertake undertook undertaken|fall fell fallen|rise rose risen|hurt|cut|put|set|hit|let|cost|read|steal stole stolen|forget forgot forgotten|hide hid hidden|show showed shown|sit sat|lay laid|shoot shot`
    .replaceAll('\n', '')
    .split('|')
    .map((line) => line.split(' '));

/** `took` and `taken` are `take`. */
export const baseOf: ReadonlyMap<string, string> = new Map(
  lines.flatMap(([base = '', ...forms]) => forms.map((form): [string, string] => [form, base])),
);

/** The forms of a verb: `take`, `takes`, `took`, `taken`, `taking`. */
export function formsOf(base: string): string[] {
  const own = lines.find(([first]) => first === base)?.slice(1);
  const isShort = /^[^aeiou]{0,3}[aeiou][bdglmnprt]$/.test(base);
  const bare = base.replace(/e$/, '');
  const past = /e$/.test(base)
    ? `${base}d`
    : /[^aeiou]y$/.test(base)
      ? `${base.slice(0, -1)}ied`
      : `${base}${isShort ? base.at(-1) : ''}ed`;
  const now = /(?:s|x|ch|sh|o)$/.test(base)
    ? `${base}es`
    : /[^aeiou]y$/.test(base)
      ? `${base.slice(0, -1)}ies`
      : `${base}s`;
  const going = /ee$/.test(base) ? `${base}ing` : `${isShort ? `${base}${base.at(-1)}` : bare}ing`;
  return [...new Set([base, now, going, ...(own ?? [past])])];
}
