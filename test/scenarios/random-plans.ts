import fc from 'fast-check';

const stepsFor = (specialists: readonly string[]) =>
  fc.record({
    needs: fc.array(fc.nat({ max: 5 }), { maxLength: 2 }),
    specialist: fc.oneof(
      { weight: 30, arbitrary: fc.constantFrom(...specialists) },
      { weight: 1, arbitrary: fc.constantFrom('', 'nobody') },
    ),
    when: fc.oneof(
      { weight: 8, arbitrary: fc.constant('') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('step a failed', 'step a succeeded', 'it is worth it', 'number in a > 1'),
      },
    ),
    words: fc.constantFrom('work on it', 'work', 'do it another way'),
    retries: fc.nat({ max: 2 }),
  });

/** Plans as a model or a person writes them: most can be carried out, some need what is not there, themselves, or nobody knows whom. */
export const plansFor = (...specialists: readonly string[]): fc.Arbitrary<string> =>
  fc
    .record({
      steps: fc.array(stepsFor(specialists), { minLength: 1, maxLength: 5 }),
      /** Steps need steps before them, mostly. */
      isOrdered: fc.oneof({ weight: 20, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
      first: fc.constantFrom(0, 0, 0, 1, 2),
    })
    .map(({ steps: each, isOrdered, first }) =>
      [
        '# Plan: a plan',
        '',
        ...each.flatMap(({ needs, specialist, when, words, retries }, place) => {
          const ids = needs.filter((need) => !isOrdered || need < place).map((need) => idOf(first + need));
          const asked = / (a) /.exec(when)?.[1];
          const after = [...new Set(asked && place > 0 && first === 0 ? [...ids, asked] : ids)];
          return [
            `- [ ] ${idOf(first + place)}: ${words}`,
            ...(specialist === '' ? [] : [`  - specialist: ${specialist}`]),
            ...(after.length > 0 ? [`  - after: ${after.join(', ')}`] : []),
            ...(when === '' ? [] : [`  - when: ${when}`]),
            `  - retries: ${retries}`,
          ];
        }),
        '',
      ].join('\n'),
    );
/** Names that every object has are ids like any other. */
const ids = ['a', 'b', 'constructor', 'toString', '__proto__', 'f', 'g', 'h'];
const idOf = (place: number) => ids[place] ?? `step-${place}`;
