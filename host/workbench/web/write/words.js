// Words of memory as text, and from the bytes of the Debug Adapter Protocol.

/** Write a word, or an address, with all its digits. */
export function digits(value, radix, bits) {
  const count = Math.ceil(bits / (radix === 16 ? 4 : 3));
  return value.toString(radix).toUpperCase().padStart(count, "0");
}

/** The words of bytes as the protocol has them: the most significant byte first, as many as a word needs. */
export function wordsOf(bytes, bits) {
  const size = Math.ceil(bits / 8);
  const words = [];
  for (let at = 0; at + size <= bytes.length; at += size) {
    let word = 0n;
    for (let place = 0; place < size; place++) word = (word << 8n) | BigInt(bytes[at + place]);
    words.push(word);
  }
  return words;
}
