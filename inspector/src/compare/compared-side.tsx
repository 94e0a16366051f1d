import { stepLooks } from '../../../src/plan/step-looks.ts';
import { toHash } from '../routing/route.ts';
import { followLink } from '../routing/router.ts';
import { statusWords } from '../run/run-words.ts';
import { whenWords } from '../runs/run-words.ts';
import { Markdown } from '../text/markdown.tsx';
import { markStart } from '../text/marks.ts';
import type { StepPair, StepSide } from './compare-runs.ts';
import type { ComparedRun } from './compared.ts';
import { diffTexts } from './diff-words.ts';
import { answers, onlyDifferences, openStep, steps } from './differences.ts';

export type SideName = 'a' | 'b';

interface Props {
  readonly run: ComparedRun;
  readonly name: SideName;
}

/** One of two runs: how it stands, its plan with the results, and its answer. */
export function ComparedSide({ run, name }: Props) {
  const problem = run.problem.value;
  return (
    <section class="compared" aria-label={`Run ${name.toUpperCase()}`} data-testid={`side-${name}`}>
      <SideHeader run={run} name={name} />
      {problem !== undefined && run.session.entryCount.value === 0 ? (
        <p class="compared-problem" role="alert">
          {problem}
        </p>
      ) : (
        <div class="compared-parts">
          <Steps run={run} name={name} />
          <Answer run={run} name={name} />
        </div>
      )}
    </section>
  );
}

function SideHeader({ run, name }: Props) {
  const { session, info, id, origin } = run;
  session.entryCount.value;
  const facts = session.lastFacts.value;
  const to = { page: 'run', run: id } as const;
  const words = info.value && statusWords(facts, info.value, { isHeld: false });
  const told = [facts.models.join(', '), whenWords(facts.startedAt, new Date())].filter(Boolean);
  return (
    <header class="compared-header">
      <span class="compared-name">{name.toUpperCase()}</span>
      <h2 title={id}>{`${origin ? 'Fork' : 'Run'} ${id.slice(0, 8)}`}</h2>
      {words ? <span class={`pill ${words.tone}`}>{words.title}</span> : null}
      <span class="compared-told muted">{told.join(' · ')}</span>
      <a
        class="compared-open"
        href={toHash(to)}
        data-testid={`open-${name}`}
        aria-label={`Open run ${name.toUpperCase()}`}
        onClick={(event) => followLink(event, to)}
      >
        Open
      </a>
    </header>
  );
}

function Steps({ run, name }: Props) {
  const all = steps.value;
  const shown = onlyDifferences.value ? all.filter(({ differs }) => differs) : all;
  const hasPlan = run.session.lastPlan.value !== undefined;
  return (
    <section
      class="compared-plan"
      aria-label={`${hasPlan ? 'Plan and results' : 'Actors'} of run ${name.toUpperCase()}`}
    >
      <h3>{hasPlan || all.length === 0 ? 'Plan and results' : 'Actors'}</h3>
      {all.length === 0 ? <p class="compared-none">There is no plan.</p> : null}
      {all.length > 0 && shown.length === 0 ? <p class="compared-none">All steps are the same.</p> : null}
      <ul>
        {shown.map((each) => (
          <Step key={each.key} pair={each} run={run} name={name} />
        ))}
      </ul>
    </section>
  );
}

function Step({ pair, run, name }: Props & { readonly pair: StepPair }) {
  const side = pair[name];
  const isOpen = openStep.value === pair.key;
  const id = `${name}-step-${pair.key}`;
  const look = pair.differs ? 'compared-step differs' : 'compared-step';
  if (!side) {
    return (
      <li class={`${look} absent`} id={id} tabIndex={-1}>
        <p>{`not in this run: ${pair.key.replace(/#(\d+)$/, (_, nth) => (nth === '1' ? '' : `, try ${nth}`))}`}</p>
      </li>
    );
  }
  return (
    <li class={look}>
      <button
        type="button"
        id={id}
        class="compared-row"
        aria-expanded={isOpen}
        data-testid={`${name}-step-${side.step}`}
        onClick={() => {
          openStep.value = isOpen ? undefined : pair.key;
        }}
      >
        <svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true">
          <g class={`plan-mark ${side.status}`}>
            <circle r="8" />
            <path d={side.status === 'pending' ? '' : stepLooks[side.status].path} />
          </g>
        </svg>
        <span class="compared-words">
          <span class="compared-title">{side.title}</span>
          <span class={side.status === 'failed' ? 'compared-note failed' : 'compared-note'}>{side.note}</span>
        </span>
        <span class="compared-time">{side.time}</span>
        <span class="unseen">{`${side.status}${pair.differs ? ', differs' : ''}`}</span>
      </button>
      {isOpen ? <Result pair={pair} side={side} run={run} name={name} /> : null}
    </li>
  );
}

/** What a step came to, with the words marked that are not in the other run. */
function Result({ pair, side, run, name }: Props & { readonly pair: StepPair; readonly side: StepSide }) {
  const to = { page: 'run', run: run.id, ...(side.seq === undefined ? {} : { at: side.seq }) } as const;
  const text = pair.a && pair.b ? diffTexts(pair.a.result, pair.b.result)[name] : side.result;
  return (
    <div class="compared-result" data-testid={`${name}-result`}>
      {text === '' ? <p class="muted">{side.note || 'It came to nothing.'}</p> : <Markdown text={text} />}
      {side.seq === undefined ? null : (
        <a href={toHash(to)} onClick={(event) => followLink(event, to)}>
          {`Open at #${side.seq}`}
        </a>
      )}
    </div>
  );
}

const wordCount = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

function Answer({ run, name }: Props) {
  const { session } = run;
  session.entryCount.value;
  const own = run.answer;
  const diffed = answers.value;
  const marked = diffed?.[name] ?? own ?? '';
  const isFailed = session.lastFacts.value.failure !== undefined && session.lastFacts.value.answer === undefined;
  const paragraphs = marked.split('\n\n');
  const kept = onlyDifferences.value && diffed ? paragraphs.filter((each) => each.includes(markStart)) : paragraphs;
  const told = [
    ...(own === undefined ? [] : [`${wordCount(own)} words`]),
    ...(diffed ? [differingWords(diffed.differing[name], diffed.paragraphs[name])] : []),
  ];
  return (
    <section
      class="compared-answer"
      id={`${name}-answer`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
      tabIndex={0}
      aria-label={`Answer of run ${name.toUpperCase()}`}
      data-testid={`${name}-answer`}
    >
      <h3>
        {isFailed ? 'Why it failed' : session.lastFacts.value.root?.isAgent === false ? 'Result' : 'Answer'}
        <span>{told.join(' · ')}</span>
      </h3>
      {own === undefined ? (
        <p class="muted">{session.isCurrent.value ? 'There is no answer.' : 'Loading…'}</p>
      ) : kept.length === 0 ? (
        <p class="muted">Nothing in it differs.</p>
      ) : (
        <Markdown text={kept.join('\n\n')} />
      )}
    </section>
  );
}

const differingWords = (differing: number, all: number) =>
  differing === 0 ? 'the same' : `${differing} of ${all} ${all === 1 ? 'paragraph differs' : 'paragraphs differ'}`;
