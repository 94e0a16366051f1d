import { barFacts } from './bar-words.ts';
import { hovered } from './gantt-state.ts';

/** What there is to know of the bar below the pointer. */
export function BarTooltip({ now }: { readonly now: number }) {
  const at = hovered.value;
  if (!at) return null;
  const { title, facts } = barFacts(at.bar, now);
  // It stands above the pointer, at the side where there is room.
  const side = at.x > innerWidth / 2 ? { right: `${innerWidth - at.x + 10}px` } : { left: `${at.x + 10}px` };
  return (
    <div
      class="tooltip gantt-tooltip"
      role="tooltip"
      data-testid="gantt-tooltip"
      style={{ ...side, bottom: `${innerHeight - at.y + 14}px` }}
    >
      <strong>{title}</strong>
      <span class="muted"> {at.bar.row.label}</span>
      <dl>{facts.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} is`}>{value}</dd>])}</dl>
    </div>
  );
}
