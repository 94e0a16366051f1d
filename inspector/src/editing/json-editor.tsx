import type { ComponentChildren } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { ReadJson, TextPlace } from './json-text.ts';

/** What is wrong with what somebody wrote, and where in it, if that is known. */
export interface TextProblem {
  readonly problem: string;
  readonly place?: TextPlace | undefined;
}

/** What a text that was read is refused for; nothing for JSON. */
export const problemOf = (read: ReadJson): TextProblem | undefined =>
  read.ok ? undefined : { problem: read.problem, place: read.place };

interface Props {
  readonly label: string;
  readonly id: string;
  readonly text: string;
  readonly onInput: (text: string) => void;
  readonly problem?: TextProblem | undefined;
  /** What is said while nothing is wrong. */
  readonly children?: ComponentChildren;
  readonly rows?: number;
}

/** JSON to be changed by hand, with the numbers of its lines; what is wrong with it stands below, with a way to the place. */
export function JsonEditor({ label, id, text, onInput, problem, children, rows = 14 }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLPreElement>(null);
  const lines = useMemo(() => text.split('\n').length, [text]);
  const wrong = problem?.place?.line;
  const goThere = () => {
    const { at = 0 } = problem?.place ?? {};
    area.current?.focus();
    area.current?.setSelectionRange(at, Math.min(at + 1, text.length));
  };
  return (
    <div class="json-editor">
      <div class={problem ? 'json-frame wrong' : 'json-frame'}>
        <pre class="json-lines" aria-hidden="true" ref={numbers}>
          {Array.from({ length: lines }, (_, place) => (
            <span key={place} {...(place + 1 === wrong ? { class: 'wrong' } : {})}>{`${place + 1}\n`}</span>
          ))}
        </pre>
        <textarea
          ref={area}
          id={id}
          data-testid={id}
          aria-label={label}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-said`}
          wrap="off"
          rows={Math.min(rows, Math.max(4, lines + 1))}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
          onScroll={({ currentTarget }) => {
            if (numbers.current) numbers.current.scrollTop = currentTarget.scrollTop;
          }}
        />
      </div>
      <p id={`${id}-said`} class={problem ? 'json-said wrong' : 'json-said'} role="status" data-testid={`${id}-said`}>
        {problem ? (
          <>
            {problem.place ? (
              <button type="button" class="link" onClick={goThere}>
                {`Line ${problem.place.line}, column ${problem.place.column}`}
              </button>
            ) : null}
            <span>{problem.problem}</span>
          </>
        ) : (
          children
        )}
      </p>
    </div>
  );
}
