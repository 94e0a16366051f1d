import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const most = 256;

/** The same picture with at most 256 colours: a third of the bytes, and of a page nobody sees the difference. */
export function toSmallPng(png: Buffer): Buffer {
  const { width, height, pixels } = readPng(png);
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const { palette, placeOf } = paletteOf(counts);
  const rows = Buffer.alloc(height * (width + 1));
  for (const [at, pixel] of pixels.entries()) {
    rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = placeOf.get(pixel) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => partsOf(colour)));
  const data = deflateSync(rows, { level: 9, memLevel: 9 });
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

const partsOf = (colour: number) => [colour >> 16, (colour >> 8) & 255, colour & 255];

/** The pixels of a picture as browsers take it: eight bits each of red, green and blue, and nothing that can be seen through. */
function readPng(png: Buffer): { width: number; height: number; pixels: Uint32Array } {
  const data: Buffer[] = [];
  let [width, height, channels] = [0, 0, 0];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const [type, body] = [png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length)];
    if (type === 'IHDR') {
      [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
      channels = body[9] === 6 ? 4 : 3;
    }
    if (type === 'IDAT') data.push(body);
    at += 12 + length;
  }
  const bytes = unfiltered(inflateSync(Buffer.concat(data)), width * channels, channels);
  const byte = (at: number) => bytes[at] ?? 0;
  const pixels = new Uint32Array(width * height);
  for (let at = 0; at < pixels.length; at++) {
    const from = at * channels;
    pixels[at] = (byte(from) << 16) | (byte(from + 1) << 8) | byte(from + 2);
  }
  return { width, height, pixels };
}

/** Each row says how it was written: as the difference to what is at the left, above, or both. */
function unfiltered(raw: Buffer, stride: number, channels: number): Buffer {
  const rows = raw.length / (stride + 1);
  const out = Buffer.alloc(rows * stride);
  const byte = (at: number) => out[at] ?? 0;
  for (let row = 0; row < rows; row++) {
    const filter = raw[row * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const at = row * stride + x;
      const left = x >= channels ? byte(at - channels) : 0;
      const up = row > 0 ? byte(at - stride) : 0;
      const corner = x >= channels && row > 0 ? byte(at - stride - channels) : 0;
      const guesses = [0, left, up, (left + up) >> 1, nearest(left, up, corner)];
      out[at] = (raw[row * (stride + 1) + 1 + x] ?? 0) + (guesses[filter ?? 0] ?? 0);
    }
  }
  return out;
}

function nearest(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((each) => Math.abs(guess - each)) as [number, number, number];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** All colours in boxes, cut in half where they are longest; each box is shown in its most frequent colour. */
function paletteOf(counts: ReadonlyMap<number, number>): { palette: number[]; placeOf: Map<number, number> } {
  const countOf = (colour: number) => counts.get(colour) ?? 0;
  const boxes = [boxOf([...counts.keys()])];
  while (boxes.length < most) {
    const [longest] = boxes.toSorted((a, b) => b.weight - a.weight);
    if (!longest || longest.weight === 0) break;
    const part = (colour: number) => partsOf(colour)[longest.axis] ?? 0;
    const colours = longest.colours.toSorted((a, b) => part(a) - part(b));
    const half = Math.ceil(colours.length / 2);
    boxes.splice(boxes.indexOf(longest), 1, boxOf(colours.slice(0, half)), boxOf(colours.slice(half)));
  }
  const palette = boxes.map(({ colours }) =>
    colours.reduce((best, each) => (countOf(each) > countOf(best) ? each : best)),
  );
  const placeOf = new Map(boxes.flatMap(({ colours }, place) => colours.map((colour) => [colour, place] as const)));
  return { palette, placeOf };
}

/** Colours, and how far they lie apart where that is most. */
function boxOf(colours: readonly number[]) {
  const ranges = [0, 1, 2].map((axis) => {
    const values = colours.map((colour) => partsOf(colour)[axis] ?? 0);
    return (
      values.reduce((most, each) => Math.max(most, each), 0) -
      values.reduce((least, each) => Math.min(least, each), 255)
    );
  });
  const weight = colours.length < 2 ? 0 : Math.max(...ranges) * Math.sqrt(colours.length);
  return { colours, weight, axis: ranges.indexOf(Math.max(...ranges)) };
}
