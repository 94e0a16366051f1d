interface Point {
  readonly x: number;
  readonly y: number;
}

/** SVG path data through the points, with rounded corners, that ends so many pixels before the last one: there the arrow begins. */
export function roundedPath(points: readonly Point[], radius: number, gap: number): string {
  const [start, ...rest] = points;
  const end = rest.pop();
  if (!start || !end) return '';
  const parts = [`M ${at(start)}`];
  let before = start;
  for (const [place, corner] of rest.entries()) {
    const after = rest[place + 1] ?? end;
    const bend = Math.min(radius, distance(before, corner) / 2, distance(corner, after) / 2);
    parts.push(`L ${at(towards(corner, before, bend))}`, `Q ${at(corner)} ${at(towards(corner, after, bend))}`);
    before = corner;
  }
  parts.push(`L ${at(towards(end, before, Math.min(gap, distance(before, end) / 2)))}`);
  return parts.join(' ');
}

const distance = (a: Point, b: Point) => Math.hypot(b.x - a.x, b.y - a.y);

/** The point so many pixels from one on the way to another. */
function towards(from: Point, to: Point, pixels: number): Point {
  const length = distance(from, to);
  const share = length === 0 ? 0 : pixels / length;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

const at = ({ x, y }: Point) => `${short(x)} ${short(y)}`;
const short = (value: number) => String(Math.round(value * 10) / 10);
