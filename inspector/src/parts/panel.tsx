import { Component, type ComponentChildren } from 'preact';
import { session } from '../state/store.ts';

interface Props {
  /** What it shows, as a sentence begins: `The plan`. */
  readonly name: string;
  readonly children: ComponentChildren;
}

interface Failure {
  readonly reason: string;
  /** The session it failed with: with another one it may go well. */
  readonly session: string;
}

/** A part of the page that may fail alone: it says what failed, and the others stay as they are. */
export class Panel extends Component<Props, { readonly failure?: Failure | undefined }> {
  override componentDidCatch(error: unknown): void {
    console.error(`${this.props.name} cannot be shown.`, error);
    const reason = error instanceof Error ? error.message : String(error);
    this.setState({ failure: { reason, session: session.value.id } });
  }

  override render({ name, children }: Props) {
    const { failure } = this.state;
    if (failure?.session !== session.value.id) return children;
    return (
      <section class="broken" role="alert" data-testid="broken">
        <p class="error-text">{name} cannot be shown.</p>
        <p class="broken-reason">{failure.reason}</p>
        <button type="button" onClick={() => this.setState({ failure: undefined })}>
          Try again
        </button>
      </section>
    );
  }
}
