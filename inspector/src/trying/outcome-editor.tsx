import { useEffect, useState } from 'preact/hooks';
import { closeDialog } from '../dialogs/modal.tsx';
import { JsonEditor, problemOf, type TextProblem } from '../editing/json-editor.tsx';
import { placeOf, readJson } from '../editing/json-text.ts';
import { Segments } from '../editing/segments.tsx';
import { TextArea } from '../editing/text-area.tsx';
import { fieldOf } from '../state/field-of.ts';
import { askOrThrow, session } from '../state/store.ts';
import { canFork, ForkFacts, PaidAgain, Refusal } from './fork-terms.tsx';
import { emptyOutcomes, textFieldOf, withText } from './outcome-text.ts';
import type { TriedCall } from './tried-call.ts';
import type { Forking } from './use-fork.ts';
import { errorWords, useMeans } from './use-means.ts';

/** What came of a call, in full; an example of what it may look like where nothing has. */
export function useOutput({
  key,
  kind,
  end,
}: TriedCall): { readonly output: unknown; readonly problem?: string } | undefined {
  const [found, setFound] = useState<{ readonly output: unknown; readonly problem?: string } | undefined>(undefined);
  const { id } = session.value;
  useEffect(() => {
    if (end?.type !== 'effect.completed') {
      setFound({ output: emptyOutcomes[kind] ?? null });
      return;
    }
    let isWanted = true;
    askOrThrow({ type: 'entry', session: id, seq: end.seq }).then(
      (entry) => isWanted && setFound({ output: fieldOf(fieldOf(entry, 'data'), 'output') ?? null }),
      (error) => isWanted && setFound({ output: null, problem: errorWords(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [id, key]);
  return found;
}

interface Props {
  readonly call: TriedCall;
  readonly forking: Forking;
}

/** Another outcome for a call, and a fork that goes on from it. */
export function OutcomeEditor({ call, forking }: Props) {
  const found = useOutput(call);
  if (!found) return <p class="muted">Loading…</p>;
  if (found.problem !== undefined) return <Refusal text={found.problem} />;
  return <Editing call={call} forking={forking} output={found.output} />;
}

function Editing({ call, forking, output }: Props & { readonly output: unknown }) {
  const means = useMeans();
  const isText = typeof output === 'string';
  const field = textFieldOf(output);
  const [form, setForm] = useState<'text' | 'json'>(isText || field !== undefined ? 'text' : 'json');
  const [json, setJson] = useState(() => JSON.stringify(output, null, 2));
  const read = readJson(json);
  const value = read.ok ? read.value : undefined;
  const shown = typeof value === 'string' ? value : String(fieldOf(value, textFieldOf(value) ?? field ?? 'text') ?? '');
  const change = (text: string) => {
    forking.forget();
    setJson(text);
  };
  const placed = refusedPart(json, forking.refusal);
  const problem = problemOf(read) ?? placed;
  const name = call.isModel ? 'answer' : 'result';
  const isReady = canFork(means) && read.ok && !forking.isBusy;
  const fork = (event: Event) => {
    event.preventDefault();
    if (isReady) void forking.fork({ at: call.forkAt, outcome: { key: call.key, output: value, changed: 'result' } });
  };
  return (
    <form class="form" onSubmit={fork}>
      <p>
        {`A fork shares everything up to #${call.forkAt}. It does not make this call again: it takes what stands here as the ${name}, and goes on from it.`}
        {call.end?.type === 'effect.completed' ? '' : ' There is none in the run, so this is an example of its shape.'}
      </p>
      {isText || field === undefined ? null : (
        <Segments
          label="How it is edited"
          choices={[
            { id: 'text', title: 'Text' },
            { id: 'json', title: 'All of it, as JSON' },
          ]}
          chosen={form}
          onChoose={setForm}
        />
      )}
      {form === 'text' && read.ok ? (
        <TextArea
          id="outcome-text"
          label={`The ${name}`}
          text={shown}
          rows={8}
          onInput={(text) => change(JSON.stringify(withText(value, text), null, 2))}
        />
      ) : (
        <JsonEditor id="outcome-json" label={`The ${name}, as JSON`} text={json} onInput={change} problem={problem}>
          This is JSON. Whether it has the shape of this {name} is checked before anything is stored.
        </JsonEditor>
      )}
      <ForkFacts means={means} />
      <PaidAgain at={call.forkAt} except={call.key} isFolded />
      <Refusal text={placed ? `Not forked, and nothing was stored: ${placed.problem}` : forking.refusal} />
      <div class="form-row end">
        <button type="button" onClick={closeDialog}>
          Cancel
        </button>
        <button type="submit" class="primary" disabled={!isReady}>
          {`Fork with this ${name}`}
        </button>
      </div>
    </form>
  );
}

/** Where the server has found something wrong: it names the place below its words. */
function refusedPart(json: string, refusal: string | undefined): TextProblem | undefined {
  if (refusal === undefined) return undefined;
  const [, path] = /→ at ([^\s]+)/.exec(refusal) ?? [];
  if (path === undefined) return undefined;
  const parts = path.split(/[.[\]]+/).filter(Boolean);
  const why = inWords(/✖ ([^\n]+)/.exec(refusal)?.[1] ?? 'this does not fit');
  // What is missing has no place of its own: that is where it would stand.
  const place = placeOf(json, parts) ?? placeOf(json, parts.slice(0, -1));
  return { problem: `${parts.join('.')} ${why}.`, place };
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  undefined: 'missing',
};

/** What a schema says of a value, as one would say it. */
function inWords(message: string): string {
  const [, wanted = '', given = ''] = /expected (\w+), received (\w+)/.exec(message) ?? [];
  const [should, is] = [kinds[wanted], kinds[given]];
  return should && is ? `is ${is}, and has to be ${should}` : `cannot be this: ${message}`;
}
