import type { StepStatus } from '../domain/status.ts';

interface StepLook {
  /** Between the brackets of a plan in Markdown. */
  readonly mark: string;
  /** The style of its box in a Mermaid drawing. */
  readonly mermaid: string;
  /** Its symbol in a terminal, and the colour by the name that `styleText` takes; a step at work has a spinner instead. */
  readonly symbol: string;
  readonly colour: 'dim' | 'cyan' | 'green' | 'red' | 'yellow';
  /** Its symbol on the inspector page, as the path of an SVG around its middle. */
  readonly path: string;
}

/** How a step of each status is shown, wherever it is. */
export const stepLooks: Readonly<Record<StepStatus, StepLook>> = {
  pending: {
    mark: ' ',
    mermaid: 'fill:#ffffff,stroke:#6b7280,color:#111827',
    symbol: '○',
    colour: 'dim',
    path: 'M0-3.500a3.500 3.500 0 1 0 .01 0z',
  },
  executing: {
    mark: '~',
    mermaid: 'fill:#dbeafe,stroke:#1d4ed8,color:#111827',
    symbol: '●',
    colour: 'cyan',
    path: 'M0-3.500a3.500 3.500 0 1 0 .01 0z',
  },
  completed: {
    mark: 'x',
    mermaid: 'fill:#dcfce7,stroke:#15803d,color:#111827',
    symbol: '✓',
    colour: 'green',
    path: 'M-4 .5-1 3.500 4-3',
  },
  failed: {
    mark: '!',
    mermaid: 'fill:#fee2e2,stroke:#b91c1c,color:#111827',
    symbol: '✗',
    colour: 'red',
    path: 'M-3-3 3 3M3-3-3 3',
  },
  skipped: {
    mark: '-',
    mermaid: 'fill:#f3f4f6,stroke:#6b7280,color:#374151,stroke-dasharray:4 3',
    symbol: '–',
    colour: 'dim',
    path: 'M-3.500-3 0 0-3.500 3M.5-3 4 0 .5 3',
  },
  blocked: {
    mark: '?',
    mermaid: 'fill:#fef3c7,stroke:#b45309,color:#111827',
    symbol: '–',
    colour: 'yellow',
    path: 'M-3.500 0h7',
  },
};
