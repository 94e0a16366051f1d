/** The colours of a stand-alone SVG. */
export interface SvgTheme {
  readonly canvas: string;
  /** Fills of nested states, from the outermost; the last one for all that are deeper. */
  readonly levels: readonly string[];
  readonly state: string;
  readonly border: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly pill: string;
  readonly pillBorder: string;
  readonly done: string;
  readonly error: string;
  readonly after: string;
  readonly guard: string;
  readonly actor: string;
  readonly accent: string;
  readonly accentFill: string;
}

/** Text stands on every fill with a contrast of at least 4.5. */
export const svgThemes: Readonly<Record<'light' | 'dark', SvgTheme>> = {
  light: {
    canvas: '#f7f8fb',
    levels: ['#ffffff', '#f6f8fc', '#eff3f9', '#e9eef6'],
    state: '#ffffff',
    border: '#c3ccdb',
    text: '#161c2b',
    muted: '#56617a',
    line: '#8a95aa',
    pill: '#ffffff',
    pillBorder: '#d6dce7',
    done: '#0f7a3d',
    error: '#c22a2a',
    after: '#7a4bb5',
    guard: '#8a5a00',
    actor: '#1d4fc4',
    accent: '#2563eb',
    accentFill: '#e6eeff',
  },
  dark: {
    canvas: '#12151d',
    levels: ['#161a23', '#1a1f2a', '#1e2430', '#232a37'],
    state: '#2f394c',
    border: '#4c5870',
    text: '#eceff6',
    muted: '#a3aec2',
    line: '#6b7790',
    pill: '#2d3648',
    pillBorder: '#3b4559',
    done: '#4fcf87',
    error: '#ff8585',
    after: '#c4a3f5',
    guard: '#e6b04f',
    actor: '#93b7ff',
    accent: '#6d9dff',
    accentFill: '#1d3566',
  },
};
