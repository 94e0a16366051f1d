/** What the address of the page says: which run, where in it, which actor. */
export interface DeepLink {
  readonly run?: string;
  readonly at?: number;
  readonly actor?: string;
}

export function parseDeepLink(hash: string): DeepLink {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const [run, at, actor] = [parts.get('run'), Number(parts.get('at')), parts.get('actor')];
  return { ...(run ? { run } : {}), ...(at > 0 ? { at } : {}), ...(actor ? { actor } : {}) };
}

export function toDeepLink({ run, at, actor }: DeepLink): string {
  const plain = (text: string) => encodeURIComponent(text).replaceAll('%2F', '/');
  const parts = [
    ...(run === undefined ? [] : [`run=${plain(run)}`]),
    ...(at === undefined ? [] : [`at=${at}`]),
    ...(actor === undefined ? [] : [`actor=${plain(actor)}`]),
  ];
  return `#${parts.join('&')}`;
}
