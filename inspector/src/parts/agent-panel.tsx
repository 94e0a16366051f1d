import { useEffect } from 'preact/hooks';
import { isCut } from '../../../src/inspect/set-path.ts';
import { agentsAt, answerIn, endIn } from '../state/agents-at.ts';
import { info, loadEntry, session } from '../state/store.ts';
import { choose } from './actor-tree.tsx';

/** A run of agents as a person sees it: what was asked, who works, what the answer is. */
export function AgentPanel() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section class="agents" data-testid="agents" tabIndex={0} aria-label="Agents">
      <h2>Asked</h2>
      <p>{info.value?.title}</p>
      <AtWork />
      <Answer />
    </section>
  );
}

function AtWork() {
  const { state, control, isLive } = session.value;
  const agents = agentsAt(state.value);
  if (agents.length === 0) return null;
  // What is open now says nothing about an earlier point.
  const asking = new Set(isLive.value ? control.value.waiting.map(({ from }) => from) : []);
  return (
    <>
      <h2>At work</h2>
      <ul>
        {agents.map(({ actor, path, words }) => (
          <li key={path}>
            <button type="button" class="link" onClick={() => choose(actor)}>
              {path}
            </button>{' '}
            <span class={asking.has(path) ? 'asking' : 'muted'}>{asking.has(path) ? 'waits for you' : words}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Answer() {
  const { entries, entryCount, at, fullEntries } = session.value;
  // Looked for when the run has ended, and then it is near the last entry.
  const isOver = entryCount.value > 0 && info.value?.isLive === false && info.value.status !== 'waiting';
  const end = isOver ? endIn(entries, at.value) : undefined;
  const seq = end?.seq;
  const said = end && answerIn((seq === undefined ? undefined : fullEntries.value.get(seq)) ?? end);
  useEffect(() => {
    if (seq !== undefined && isCut(said)) void loadEntry(seq);
  }, [seq]);
  if (said === undefined) return null;
  return (
    <>
      <h2>Answer</h2>
      <p>{isCut(said) ? `${said.head}…` : String(said)}</p>
    </>
  );
}
