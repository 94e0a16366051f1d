import { useState } from 'preact/hooks';
import { runAction } from '../state/actions.ts';
import { session } from '../state/store.ts';
import { type Difference, diffValues } from './diff-values.ts';
import { JsonView } from './json-view.tsx';

const most = 300;

/** What changed in the context of the chosen actor: by this group, or between two marked points. */
export function DiffTab() {
  const { actor, history, group, marks, state, frameCount } = session.value;
  const [isMarked, setMarked] = useState(false);
  frameCount.value;
  const own = actor.value;
  if (!own) return <p class="empty">No actor yet.</p>;
  const { a, b } = marks.value;
  const isBetween = isMarked && a !== undefined && b !== undefined;
  const [from, to] = isBetween ? [Math.min(a, b), Math.max(a, b)] : [group.value - 1, group.value];
  const at = (seq: number) => history.stateAt(seq).get(own.id);
  // The state now is asked for last, so that it stays the nearest one.
  const before = at(from);
  const after = isBetween ? at(to) : state.value.get(own.id);
  const pick = (each: typeof before) => each && { state: each.value, status: each.status, context: each.context };
  const found = diffValues(pick(before), pick(after), most);
  return (
    <>
      <div class="diff-bar">
        <label>
          <input type="radio" name="diff" checked={!isMarked} onChange={() => setMarked(false)} /> this group (#
          {group.value})
        </label>
        <label>
          <input type="radio" name="diff" checked={isMarked} onChange={() => setMarked(true)} /> A to B
        </label>
        <button type="button" data-testid="mark-a" onClick={() => runAction('mark-a')}>
          A {a === undefined ? 'here' : `#${a}`}
        </button>
        <button type="button" data-testid="mark-b" onClick={() => runAction('mark-b')}>
          B {b === undefined ? 'here' : `#${b}`}
        </button>
      </div>
      <p class="muted">
        {own.path}: {isMarked && !isBetween ? 'mark both points' : `entry #${Math.max(0, from)} to #${to}`}
      </p>
      {found.length === 0 ? <p class="empty">Nothing changed.</p> : null}
      <ul class="diff" data-testid="diff">
        {found.map((each) => (
          <Change key={each.path} difference={each} />
        ))}
      </ul>
      {found.length === most ? <p class="muted">Only the first {most} differences are shown.</p> : null}
    </>
  );
}

function Change({ difference: { path, kind, before, after } }: { difference: Difference }) {
  return (
    <li class={kind}>
      <span class="diff-path">{path || 'the actor'}</span>
      {kind === 'added' ? null : (
        <div class="diff-side before">
          <span class="diff-sign">−</span>
          <JsonView value={before} open={0} />
        </div>
      )}
      {kind === 'removed' ? null : (
        <div class="diff-side after">
          <span class="diff-sign">+</span>
          <JsonView value={after} open={0} />
        </div>
      )}
    </li>
  );
}
