// Small PNG files.
import { crc32, deflateSync } from "node:zlib";

/** How far a colour of the palette is from all others, squared. */
const APART = 24;

/** The picture with 256 of its colours, frequent ones first; others become the nearest of them. */
export async function indexed(page, png) {
  const { width, height, data } = await pixels(page, png);
  const counts = new Map();
  for (const colour of data) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const byCount = [...counts.keys()].sort((one, other) => counts.get(other) - counts.get(one) || one - other);
  const palette = [];
  for (const colour of byCount.map(channels)) {
    if (palette.length < 256 && closest(palette, colour).distance > APART) palette.push(colour);
  }
  const nearest = new Map(byCount.map((colour) => [colour, closest(palette, channels(colour)).at]));
  const lines = Buffer.alloc((width + 1) * height);
  for (const [at, colour] of data.entries()) lines[at + Math.floor(at / width) + 1] = nearest.get(colour);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits a pixel, from a palette.
  head.set([8, 3], 8);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const body = deflateSync(lines, { level: 9 });
  const parts = [chunk("IHDR", head), chunk("PLTE", Buffer.from(palette.flat())), chunk("IDAT", body)];
  return Buffer.concat([signature, ...parts, chunk("IEND", Buffer.alloc(0))]);
}

/** The browser decodes the picture: a number for each pixel. */
async function pixels(page, png) {
  return page.evaluate(
    async (bytes) => {
      const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const { width, height } = picture;
      const pen = new OffscreenCanvas(width, height).getContext("2d");
      pen.drawImage(picture, 0, 0);
      const { data } = pen.getImageData(0, 0, width, height);
      const colour = (_, at) => (data[4 * at] << 16) | (data[4 * at + 1] << 8) | data[4 * at + 2];
      return { width, height, data: Array.from({ length: width * height }, colour) };
    },
    [...png],
  );
}

const channels = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];

/** The colour of a palette that is closest: its index, and the square of its distance. */
function closest(palette, colour) {
  const found = { at: -1, distance: Infinity };
  for (const [at, one] of palette.entries()) {
    const distance = one.reduce((sum, channel, part) => sum + (channel - colour[part]) ** 2, 0);
    if (distance < found.distance) Object.assign(found, { at, distance });
  }
  return found;
}

function chunk(name, content) {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
