import type { OpenAsk } from '../../../src/inspect/protocol.ts';
import { notify } from '../state/page-state.ts';
import { session } from '../state/store.ts';
import { placeOf } from './left-asks.ts';
import { typedText } from './typed.ts';

/** What to type, where the run is not driven here. */
export function Commands({ ask, commands }: { readonly ask: OpenAsk; readonly commands: readonly string[] }) {
  const typed = typedText(placeOf(session.value.id, ask.id));
  return (
    <div class="ask-commands" data-testid="commands">
      <p class="muted">
        {commands.length === 0
          ? 'This is a copy: nothing can be answered here.'
          : 'Nobody drives this run here. In a terminal it is answered, and goes on, with:'}
      </p>
      {commands.map((command) => (
        <div key={command} class="ask-command">
          <code>{command}</code>
          <button type="button" aria-label={`Copy: ${command}`} onClick={() => void copy(command)}>
            Copy
          </button>
        </div>
      ))}
      {typed === '' ? null : <TypedBefore text={typed} />}
    </div>
  );
}

/** What was typed and could not be sent. */
export const TypedBefore = ({ text }: { readonly text: string }) => (
  <div class="typed-before">
    <p class="muted">What you have typed, and was not sent:</p>
    <pre>{text}</pre>
  </div>
);

async function copy(command: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(command);
    notify('Copied.');
  } catch {
    notify('The browser does not let this page write to the clipboard: select the line and copy it.', true);
  }
}
