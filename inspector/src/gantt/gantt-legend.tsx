const kinds = [
  ['soft done', 'waiting for the model', 'wait'],
  ['solid done', 'streaming', 'stream'],
  ['tool', 'tool', 'tool'],
  ['person', 'person', 'person'],
  ['solid fail', 'refused', 'refused'],
  ['path', 'critical path', 'critical path'],
] as const;

/** What the colours of the Gantt say. */
export function GanttLegend() {
  return (
    <ul class="gantt-legend" aria-label="Legend">
      {kinds.map(([look, words, short]) => (
        <li key={look}>
          <svg width="12" height="8" aria-hidden="true">
            {look === 'path' ? (
              <path class="critical" d="M0 4H12" />
            ) : (
              <rect class={look} width="12" height="8" rx="2" />
            )}
          </svg>
          <span class="long">{words}</span>
          <span class="short" aria-hidden="true">
            {short}
          </span>
        </li>
      ))}
    </ul>
  );
}
