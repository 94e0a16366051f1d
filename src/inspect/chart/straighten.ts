interface Point {
  readonly x: number;
  readonly y: number;
}

/** A line without its smallest jogs: where it steps aside by a few pixels only, one of the two sides moves instead. */
export function straighten(points: readonly Point[], most = 4): Point[] {
  const jog = points.findIndex((_, place) => isJog(points, place, most));
  const [before, from, to, after] = points.slice(jog - 1, jog + 3);
  if (jog === -1 || !before || !from || !to || !after) return [...points];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const isLast = jog + 2 === points.length - 1;
  // The first point stays: it may be in the middle of a dot. The last one stays where another can move.
  const moved =
    isLast && jog > 1
      ? [...points.slice(0, jog - 1), { x: before.x + dx, y: before.y + dy }, ...points.slice(jog + 2)]
      : [...points.slice(0, jog), { x: after.x - dx, y: after.y - dy }, ...points.slice(jog + 3)];
  return straighten(moved, most);
}

/** Whether the line steps aside after this point, between two parts that go the same way. */
function isJog(points: readonly Point[], place: number, most: number): boolean {
  const [before, from, to, after] = place === 0 ? [] : points.slice(place - 1, place + 3);
  if (!before || !from || !to || !after) return false;
  const isUpright = before.x === from.x && to.x === after.x && from.y === to.y;
  const isLevel = before.y === from.y && to.y === after.y && from.x === to.x;
  const goesOn = Math.sign(from.y - before.y) === Math.sign(after.y - to.y);
  const goesAcross = Math.sign(from.x - before.x) === Math.sign(after.x - to.x);
  const step = Math.abs(to.x - from.x) + Math.abs(to.y - from.y);
  return step <= most && ((isUpright && goesOn) || (isLevel && goesAcross));
}
