// A ZIP file of a project's files.

const TABLE = Uint32Array.from({ length: 256 }, (_, value) => {
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** The numbers of a header, little-endian: a signature and lengths of four bytes, others of two. */
function header(fields, name) {
  const bytes = new Uint8Array(fields.reduce((sum, [size]) => sum + size, 0) + name.length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 4) view.setUint32(at, value, true);
    else view.setUint16(at, value, true);
    at += size;
  }
  bytes.set(name, at);
  return bytes;
}

const UTF8_NAMES = 0x0800;
const DEFLATED = 8;

/** @param {Map<string, string | Uint8Array>} files @returns {Promise<Blob>} */
export async function zipped(files) {
  const parts = [];
  const directory = [];
  let place = 0;
  const now = new Date();
  const time = (now.getHours() << 11) | (now.getMinutes() << 5) | (now.getSeconds() >> 1);
  const date = ((now.getFullYear() - 1980) << 9) | ((now.getMonth() + 1) << 5) | now.getDate();
  for (const [path, content] of files) {
    const name = new TextEncoder().encode(path);
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const packed = new Uint8Array(await new Response(stream).arrayBuffer());
    const common = [[2, 20], [2, UTF8_NAMES], [2, DEFLATED], [2, time], [2, date], [4, crc32(bytes)], [4, packed.length], [4, bytes.length], [2, name.length], [2, 0]];
    const local = header([[4, 0x04034b50], ...common], name);
    directory.push(header([[4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, place]], name));
    parts.push(local, packed);
    place += local.length + packed.length;
  }
  const size = directory.reduce((sum, each) => sum + each.length, 0);
  const end = header([[4, 0x06054b50], [2, 0], [2, 0], [2, directory.length], [2, directory.length], [4, size], [4, place], [2, 0]], new Uint8Array());
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}
