import { Icon } from '../parts/icons.tsx';
import { toHash } from '../routing/route.ts';
import { followLink } from '../routing/router.ts';
import { callWords } from '../run/call-words.ts';
import { count } from '../state/format.ts';
import { textOf } from '../timeline/entry-text.ts';
import { callName } from '../trying/call-name.ts';
import { type ComparedRun, pair, shared } from './compared.ts';
import { chosenPlace, goToPlace, places } from './differences.ts';
import type { Origin } from './fork-clock.ts';

/** Where two runs part, with a way into both, and the way from difference to difference. */
export function DifferenceBar() {
  if (!pair.value) return null;
  const { a, b } = pair.value;
  const { count: same, next } = shared.value;
  const isHere = a.session.entryCount.value > 0 && b.session.entryCount.value > 0;
  if (!isHere) return null;
  const given = [b, a].find(({ origin }) => origin?.run === a.id || origin?.run === b.id)?.origin?.given;
  return (
    <section class="difference" aria-label="First difference" data-testid="first-difference">
      <Icon name="fork" />
      {next === 'same' ? (
        <p>{`All ${count(same)} entries are the same.`}</p>
      ) : next === 'unknown' ? (
        <p>{`The first ${count(same)} entries are the same; those after them are being read…`}</p>
      ) : (
        <p>
          <strong>{`First difference: #${same + 1}`}</strong> {given ? `${givenWords(given, a)}. ` : ''}
          {same === 0
            ? 'No entry is the same. '
            : `${count(same)} ${same === 1 ? 'entry is' : 'entries are'} the same. `}
          <EntryLink name="A" run={a} seq={same + 1} /> <EntryLink name="B" run={b} seq={same + 1} />
        </p>
      )}
      <Places />
    </section>
  );
}

const changes: Readonly<Record<string, string>> = {
  result: 'was given another result',
  prompt: 'was asked with another prompt',
  model: 'was asked another model',
};

/** What a person changed to make the fork. */
function givenWords({ key, changed }: NonNullable<Origin['given']>, { session }: ComparedRun): string {
  const started = session.entries.find(({ type, data }) => type === 'effect.started' && data.key === key);
  return `${started ? callName(started) : key} ${changes[changed] ?? 'was changed'}`;
}

/** The entry of a run at which it goes its own way. */
function EntryLink({ name, run, seq }: { readonly name: string; readonly run: ComparedRun; readonly seq: number }) {
  const entry = run.session.entries[seq - 1];
  if (!entry) return <span class="difference-entry">{`${name} has no #${seq}`}</span>;
  const to = { page: 'run', run: run.id, at: entry.seq } as const;
  const words = entry.type.startsWith('effect.') ? callWords(entry) : textOf(entry);
  return (
    <a
      class="difference-entry"
      data-testid={`difference-${name.toLowerCase()}`}
      href={toHash(to)}
      title={`${entry.type} ${words}`}
      onClick={(event) => followLink(event, to)}
    >
      {`${name}: ${entry.type}${words === '' ? '' : ` · ${words}`}`}
    </a>
  );
}

function Places() {
  const all = places.value.length;
  if (all === 0) return null;
  return (
    <div class="difference-ways">
      <button type="button" onClick={() => goToPlace(-1)}>
        <Icon name="left" />
        Previous
      </button>
      <button type="button" data-testid="next-difference" onClick={() => goToPlace(1)}>
        Next difference
        <Icon name="right" />
      </button>
      <span class="muted" role="status" data-testid="difference-count">
        {chosenPlace.value < 0 ? `${all} in plan and answer` : `${Math.min(chosenPlace.value + 1, all)} of ${all}`}
      </span>
    </div>
  );
}
