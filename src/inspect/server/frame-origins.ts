import { TroupeError } from '../../errors.ts';

/** An origin, or a scheme for programs whose origins are made up as they go, such as `vscode-webview:`. Nothing that stands for everybody. */
const pattern =
  /^(?:[a-z][a-z0-9+.-]*:\/\/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::\d{1,5})?|[a-z][a-z0-9+.-]*:)$/i;

/** Schemes under which anybody may stand. */
const isForAll = (origin: string) => /^(?:https?|wss?|file|data|blob|about):$/i.test(origin);

/** Who may show the page in a frame, as it was given. @throws TroupeError `usage` for what is no origin. */
export function checkFrame(origins: readonly string[]): readonly string[] {
  const wrong = origins.find((origin) => origin.length > 200 || !pattern.test(origin) || isForAll(origin));
  if (wrong === undefined) return origins;
  throw new TroupeError(
    'usage',
    `"${wrong}" cannot frame the page: give an origin such as http://localhost:3000, or the scheme of an editor such as vscode-webview:.`,
  );
}
