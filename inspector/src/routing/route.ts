import { type RunGroup, type RunOrder, runGroups, runOrders } from '../../../src/inspect/run-page.ts';

/** A run, where in it, which actor, and which of the tabs. */
export interface RunRoute {
  readonly page: 'run';
  readonly run: string;
  readonly at?: number;
  readonly actor?: string;
  readonly tab?: string;
}

/** The list of runs, and what is looked for in it. */
export interface RunsRoute {
  readonly page: 'runs';
  readonly text?: string;
  readonly group?: RunGroup;
  readonly order?: RunOrder;
}

/** Two runs beside each other. */
export interface CompareRoute {
  readonly page: 'compare';
  readonly a: string;
  readonly b: string;
}

/** Where the page is, as its address says it. Another kind of page is another member here, and a case in both functions below. */
export type Route = { readonly page: 'home' } | RunsRoute | RunRoute | CompareRoute;

export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#/, '');
  if (/^runs(?:\?|$)/.test(text)) return parseRuns(new URLSearchParams(text.slice('runs'.length)));
  const pair = /^compare=([^,&]+),([^,&]+)$/.exec(text);
  if (pair) return { page: 'compare', a: decoded(pair[1] ?? ''), b: decoded(pair[2] ?? '') };
  const parts = new URLSearchParams(text);
  const run = parts.get('run');
  if (!run) return { page: 'home' };
  const [at, actor, tab] = [Number(parts.get('at')), parts.get('actor'), parts.get('tab')];
  return {
    page: 'run',
    run,
    ...(Number.isSafeInteger(at) && at > 0 ? { at } : {}),
    ...(actor ? { actor } : {}),
    ...(tab ? { tab } : {}),
  };
}

function parseRuns(parts: URLSearchParams): RunsRoute {
  const text = parts.get('q');
  const group = runGroups.find((each) => each === parts.get('status'));
  const order = runOrders.find((each) => each === parts.get('sort'));
  return { page: 'runs', ...(text ? { text } : {}), ...(group ? { group } : {}), ...(order ? { order } : {}) };
}

export function toHash(route: Route): string {
  switch (route.page) {
    case 'home':
      return '#';
    case 'runs': {
      const parts = written({ q: route.text, status: route.group, sort: route.order });
      return parts === '' ? '#runs' : `#runs?${parts}`;
    }
    case 'compare':
      return `#compare=${encoded(route.a)},${encoded(route.b)}`;
    case 'run':
      return `#${written({ run: route.run, at: route.at, actor: route.actor, tab: route.tab })}`;
  }
}

const encoded = (id: string) => encodeURIComponent(id.toWellFormed());

/** A part of an address that is damaged is taken as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function written(parts: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(parts)
    .flatMap(([name, value]) =>
      value === undefined || value === ''
        ? []
        : [`${name}=${encodeURIComponent(String(value).toWellFormed()).replaceAll('%2F', '/')}`],
    )
    .join('&');
}
