import type { ComponentChildren, HTMLAttributes } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Props extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  readonly count: number;
  readonly rowHeight: number;
  readonly row: (index: number) => ComponentChildren;
  /** The row that is brought into view whenever it changes. */
  readonly reveal?: number;
  /** Leaves the list alone when the person has scrolled away from that row. */
  readonly isGentle?: boolean;
  readonly testId: string;
}

/** Browsers give up on boxes that are higher than this. */
const highest = 15_000_000;

/** A list with rows of one height, of which only those in view are drawn. */
export function VirtualList({ count, rowHeight, row, reveal, isGentle = false, testId, ...rest }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const seen = useRef({ top: 0, height: 600 });
  const [view, setView] = useState(seen.current);
  const keep = ({ scrollTop: top, clientHeight: height }: HTMLElement) => {
    seen.current = { top, height };
    setView(seen.current);
  };
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => keep(element);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  const revealed = useRef<{ readonly row: number; readonly isGentle: boolean } | undefined>(undefined);
  useLayoutEffect(() => {
    const element = box.current;
    const before = revealed.current;
    if (!element || reveal === undefined) return;
    revealed.current = { row: reveal, isGentle };
    // What was measured last, not what is: to ask the browser now would make it lay out the page in between.
    const { top: from, height } = seen.current;
    const isIn = (row: number) => (row + 1) * rowHeight > from && row * rowHeight < from + height;
    const isLeftAlone = isGentle && before?.isGentle === true && !isIn(before.row);
    if (isLeftAlone) return;
    const [top, bottom] = [reveal * rowHeight, (reveal + 1) * rowHeight];
    const isFar = bottom < from - height || top > from + 2 * height;
    const scroll = (to: number) => {
      element.scrollTop = to;
      // The rows are drawn now, and not when the browser says that it has scrolled: the one in view is named to those who do not see it.
      seen.current = { top: Math.max(0, Math.min(to, count * rowHeight - height)), height };
      setView(seen.current);
    };
    if (isFar && !isGentle) scroll(top - height / 2);
    else if (top < from) scroll(top - rowHeight);
    else if (bottom > from + height) scroll(bottom - height + rowHeight);
  }, [reveal, rowHeight, isGentle]);
  const first = Math.max(0, Math.floor(view.top / rowHeight) - 6);
  const last = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + 6);
  const rows: ComponentChildren[] = [];
  for (let index = first; index < last; index++) rows.push(row(index));
  return (
    <div
      {...rest}
      ref={box}
      data-testid={testId}
      class={`virtual ${rest.class ?? ''}`}
      onScroll={({ currentTarget }) => keep(currentTarget)}
    >
      <div role="presentation" class="virtual-space" style={{ height: `${Math.min(count * rowHeight, highest)}px` }}>
        <div role="presentation" class="virtual-rows" style={{ transform: `translateY(${first * rowHeight}px)` }}>
          {rows}
        </div>
      </div>
    </div>
  );
}
