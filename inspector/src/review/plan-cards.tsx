import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PlanStep } from '../../../src/plan/plan.ts';
import { type CardLine, type CardSheet, card, cardSheet } from './card-layout.ts';
import { shownPlan, versionChanges } from './review-state.ts';
import { StepCard } from './step-card.tsx';

interface Props {
  readonly canEdit: boolean;
  /** The steps that a search has found, and which of them is brought into view. */
  readonly found: ReadonlySet<string>;
  readonly at?: string | undefined;
}

/** So much beyond what is in view is drawn, so that the next card can be reached by key. */
const margin = 400;

/** The steps of a plan as cards: what can begin at once at the left, and lines to what follows. Only what is in view is drawn. */
export function PlanCards({ canEdit, found, at }: Props) {
  const steps = stepsShown();
  const shape = steps.map(({ id, dependencies }) => `${id}<${dependencies}`).join(';');
  const sheet = useMemo(() => cardSheet(steps), [shape]);
  const { box, measure, isIn } = useWindow(sheet, at);
  const [hovered, setHovered] = useState<string | undefined>(undefined);
  const byId = new Map(steps.map((step) => [step.id, step]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section class="sheet-stage" ref={box} tabIndex={0} aria-label="The steps of the plan" onScroll={measure}>
      <div class="card-sheet" style={{ width: `${sheet.width}px`, height: `${sheet.height}px` }}>
        <Columns count={sheet.columns} />
        <Lines sheet={sheet} lines={sheet.lines.filter((line) => isIn(line.box))} hovered={hovered} />
        <ol>
          {sheet.cards.map(({ id, x, y }) => {
            const step = byId.get(id);
            return step && isIn({ left: x, right: x + card.width, top: y, bottom: y + card.height }) ? (
              <StepCard
                key={id}
                step={step}
                canEdit={canEdit}
                isFound={found.has(id)}
                style={{ left: `${x}px`, top: `${y}px` }}
                onHover={setHovered}
              />
            ) : null;
          })}
        </ol>
      </div>
    </section>
  );
}

/** What of a sheet is in view, and a little more; a card that is asked for is brought into its middle. */
function useWindow(sheet: CardSheet, at: string | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ left: 0, top: 0, width: 1200, height: 800 });
  const measure = () => {
    const element = box.current;
    if (!element) return;
    const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = element;
    setView({ left, top, width, height });
  };
  useLayoutEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    measure();
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const place = sheet.cards.find(({ id }) => id === at);
    const element = box.current;
    if (!place || !element) return;
    element.scrollTo({
      left: place.x - (element.clientWidth - card.width) / 2,
      top: place.y - (element.clientHeight - card.height) / 2,
    });
  }, [at]);
  const isIn = ({ left, right, top, bottom }: CardLine['box']) =>
    right > view.left - margin &&
    left < view.left + view.width + margin &&
    bottom > view.top - margin &&
    top < view.top + view.height + margin;
  return { box, measure, isIn };
}

function Columns({ count }: { readonly count: number }) {
  return (
    <>
      {Array.from({ length: count }, (_, column) => (
        <span key={column} class="card-column" style={{ left: `${card.left + column * (card.width + card.gapX)}px` }}>
          {columnWords(column, count)}
        </span>
      ))}
    </>
  );
}

interface LinesProps {
  readonly lines: readonly CardLine[];
  readonly sheet: CardSheet;
  readonly hovered: string | undefined;
}

function Lines({ lines, sheet: { width, height }, hovered }: LinesProps) {
  return (
    <svg width={width} height={height} aria-hidden="true" class={hovered === undefined ? '' : 'hovering'}>
      {lines.map(({ from, to, path, arrow }) => (
        <g key={`${from} ${to}`} class={from === hovered || to === hovered ? 'own' : ''}>
          <path d={path} />
          <path class="arrow" d={arrow} />
        </g>
      ))}
    </svg>
  );
}

/** The same where there is no room beside each other. */
export function PlanList({ canEdit }: { readonly canEdit: boolean }) {
  return (
    <ol class="card-list" aria-label="The steps of the plan">
      {stepsShown().map((step) => (
        <StepCard key={step.id} step={step} canEdit={canEdit} />
      ))}
    </ol>
  );
}

/** The steps of the plan, and those that are not in it any more. */
const stepsShown = (): readonly PlanStep[] => [...(shownPlan.value?.steps ?? []), ...versionChanges.value.gone];

const columnWords = (column: number, columns: number) =>
  column === 0 ? 'At once' : column === columns - 1 ? 'At the end' : column === 1 ? 'Then' : `Then, ${column}`;
