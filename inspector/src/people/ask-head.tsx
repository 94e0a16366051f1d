import { useEffect } from 'preact/hooks';
import type { OpenAsk } from '../../../src/inspect/protocol.ts';
import { Icon } from '../parts/icons.tsx';
import { loadEntry, session } from '../state/store.ts';
import { Markdown } from '../text/markdown.tsx';
import { agoWords } from './ask-end.tsx';
import { askedIn, saidBeside } from './asked-in.ts';

const marks: Readonly<Record<OpenAsk['kind'], string>> = {
  clarification: 'A question for you',
  'plan-review': 'Your decision',
  approval: 'Your decision',
  question: 'A question for you',
  choice: 'A choice for you',
  form: 'A form for you',
};

/** What is asked, by whom, why, and since when. */
export function AskHead({ ask }: { readonly ask: OpenAsk }) {
  const asked = askedIn(session.value, ask);
  return (
    <header class="ask-head">
      <div class="ask-line">
        <span class="ask-mark">
          <Icon name="person" />
          {marks[ask.kind]}
        </span>
        {asked ? (
          <span class="ask-since">
            {`asked ${session.value.isLive.value ? agoWords(asked.at) : ''} at `}
            <button type="button" class="link" onClick={() => session.value.moveToSeq(asked.seq)}>
              #{asked.seq}
            </button>
          </span>
        ) : null}
      </div>
      <Question ask={ask} />
      <p class="ask-from">{fromWords(ask)}</p>
      <Said ask={ask} />
      <Chips ask={ask} />
    </header>
  );
}

function Question({ ask: { kind, question } }: { readonly ask: OpenAsk }) {
  if (kind === 'plan-review') return <h3 class="ask-question">Carry out this plan?</h3>;
  const [first = '', ...rest] = question.split('\n');
  const more = rest.join('\n').trim();
  return (
    <>
      <h3 class="ask-question">{first}</h3>
      {more === '' ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
        <section class="ask-more" tabIndex={0} aria-label="The rest of the question">
          <Markdown text={more} />
        </section>
      )}
    </>
  );
}

/** Who asks: a step by its words, an agent by the way to it. */
function fromWords({ kind, from, step, specialist, tool }: OpenAsk): string {
  if (kind === 'plan-review') return planWords();
  const planned = session.value.lastPlan.value?.steps.find(({ id }) => id === step);
  const who = planned
    ? `${planned.id} ${planned.description.split('\n', 1)[0]}${specialist === undefined ? '' : ` · ${specialist}`}`
    : (from ?? 'the host');
  return tool === undefined ? who : `${who} · ${tool}`;
}

function planWords(): string {
  const plan = session.value.lastPlan.value;
  return plan ? `${plan.title} · v${plan.version} · ${plan.steps.length} steps` : '';
}

/** Why a model wants to make a call, in its own words. */
function Said({ ask }: { readonly ask: OpenAsk }) {
  const said = saidBeside(session.value, ask);
  const seq = said?.seq;
  useEffect(() => {
    if (seq !== undefined) void loadEntry(seq);
  }, [seq]);
  return said === undefined ? null : <blockquote class="ask-said">“{said.text.trim()}”</blockquote>;
}

const mayDo: Readonly<Record<string, string>> = {
  read: 'reads only',
  write: 'changes something',
  network: 'leaves this machine',
  exec: 'runs programs',
};

function Chips({ ask: { kind, tool, capability, because, arguments: given } }: { readonly ask: OpenAsk }) {
  const isCall = kind === 'approval' && tool !== undefined && given !== undefined;
  if (!isCall && because === undefined) return null;
  return (
    <p class="ask-chips">
      {because === undefined ? null : <span class="chip why">{because}</span>}
      {isCall ? <span class="chip">{mayDo[capability ?? ''] ?? 'nobody knows what it does'}</span> : null}
    </p>
  );
}
