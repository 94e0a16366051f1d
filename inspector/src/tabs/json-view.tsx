import { useState } from 'preact/hooks';
import { isCut } from '../../../src/inspect/set-path.ts';
import { Icon } from '../parts/icons.tsx';

interface Props {
  readonly value: unknown;
  readonly name?: string;
  readonly depth?: number;
  /** How deep it stands open at first. */
  readonly open?: number;
  /** Asks for the whole of what was cut. */
  readonly onLoad?: () => void;
}

const pageRows = 100;
const shortText = 280;
const pageText = 100_000;

/** A JSON value as a tree that draws only what is open. */
export function JsonView({ value, name, depth = 0, open = 2, onLoad }: Props) {
  const isTree = typeof value === 'object' && value !== null && !isCut(value);
  if (isTree) return <Branch value={value} name={name} depth={depth} open={open} onLoad={onLoad} />;
  return (
    <div class="json-row">
      <Name name={name} />
      <Leaf value={value} onLoad={onLoad} />
    </div>
  );
}

type Maybe<T> = { [K in keyof T]: T[K] | undefined };

function Branch({ value, name, depth, open, onLoad }: Maybe<Props> & { value: object; depth: number; open: number }) {
  const size = Array.isArray(value) ? value.length : Object.keys(value).length;
  const [isOpen, setOpen] = useState(depth < open && (depth === 0 || size <= 40));
  const [shown, setShown] = useState(pageRows);
  const [before, after] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const keys = isOpen ? Object.keys(value).slice(0, shown) : [];
  return (
    <div class="json-branch">
      <button type="button" class="json-row json-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span class={isOpen ? 'twist open' : 'twist'}>
          <Icon name="right" size={12} />
        </span>
        <Name name={name} />
        <span class="json-mark">{size === 0 ? `${before}${after}` : isOpen ? before : `${before}…${after}`}</span>
        {isOpen || size === 0 ? null : <span class="json-size">{size}</span>}
      </button>
      {isOpen && size > 0 ? (
        <>
          <div class="json-inner">
            {keys.map((key) => (
              <JsonView
                key={key}
                name={key}
                value={(value as Record<string, unknown>)[key]}
                depth={depth + 1}
                open={open}
                {...(onLoad ? { onLoad } : {})}
              />
            ))}
            {size > shown ? (
              <button type="button" class="link" onClick={() => setShown(shown + 10 * pageRows)}>
                show {Math.min(size - shown, 10 * pageRows)} more of {size - shown}
              </button>
            ) : null}
          </div>
          <div class="json-row json-mark json-end">{after}</div>
        </>
      ) : null}
    </div>
  );
}

function Name({ name }: { name: string | undefined }) {
  return name === undefined ? null : <span class="json-key">{name}: </span>;
}

function Leaf({ value, onLoad }: { value: unknown; onLoad: (() => void) | undefined }) {
  const [shown, setShown] = useState(shortText);
  if (isCut(value)) {
    const unit = { text: 'characters', list: 'items', object: 'keys' }[value.$cut];
    const head = typeof value.head === 'string' ? `"${value.head}…"` : value.$cut === 'list' ? '[…]' : '{…}';
    return (
      <span>
        <span class="json-string">{head}</span>{' '}
        <span class="json-size">
          {value.size} {unit}
        </span>{' '}
        {onLoad ? (
          <button type="button" class="link" onClick={onLoad}>
            show all
          </button>
        ) : null}
      </span>
    );
  }
  if (typeof value !== 'string') {
    return <span class={`json-${value === null ? 'null' : typeof value}`}>{String(value)}</span>;
  }
  return (
    <span>
      <span class="json-string">"{value.length > shown ? `${value.slice(0, shown)}…` : value}"</span>
      {value.length > shown ? (
        <button type="button" class="link" onClick={() => setShown(shown === shortText ? pageText : shown + pageText)}>
          show {value.length - shown > pageText ? 'more' : 'all'} ({value.length} characters)
        </button>
      ) : null}
    </span>
  );
}
