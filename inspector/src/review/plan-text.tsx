import { useRef } from 'preact/hooks';
import { faultLines } from './fault-lines.ts';
import { faults, keepPlanText, planText } from './review-state.ts';

/** The plan as Markdown, with its lines counted and what is wrong at the line where it is wrong. */
export function PlanText() {
  const box = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLOListElement>(null);
  const text = planText.value ?? '';
  const wrong = faultLines(text, faults.value);
  const wrongLines = new Set(wrong.map(({ line }) => line));
  const goTo = (line: number) => {
    const lines = text.split('\n');
    const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    box.current?.focus();
    box.current?.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
  };
  return (
    <div class="plan-source">
      <div class="plan-lines">
        <ol ref={numbers} aria-hidden="true">
          {text.split('\n').map((_, index) => (
            <li key={index} class={wrongLines.has(index + 1) ? 'wrong' : ''}>
              {index + 1}
            </li>
          ))}
        </ol>
        <textarea
          ref={box}
          aria-label="The plan as Markdown"
          aria-invalid={wrong.length > 0}
          aria-describedby="plan-problems"
          spellcheck={false}
          wrap="off"
          value={text}
          onInput={({ currentTarget }) => keepPlanText(currentTarget.value)}
          onScroll={({ currentTarget }) => {
            if (numbers.current) numbers.current.style.transform = `translateY(${-currentTarget.scrollTop}px)`;
          }}
        />
      </div>
      <div id="plan-problems" class="plan-problems" role="status">
        {wrong.length === 0 ? (
          <p class="fits good">It can be carried out as it is written here.</p>
        ) : (
          wrong.map(({ line, text: said }) => (
            <button key={`${line} ${said}`} type="button" class="link problem" onClick={() => goTo(line)}>
              {`Line ${line}: ${said}`}
            </button>
          ))
        )}
      </div>
    </div>
  );
}
