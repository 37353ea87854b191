/** A text read without what changes on its way: letters small, digits as they are, signs of ASCII left out. */
export interface NormalizedText {
  readonly length: number;
  readonly codes: Uint16Array;
  /** Where in the text each of them stands. */
  readonly positions: Uint32Array;
  /** Whether it may hold escapes: a percent sign, a backslash or an ampersand. */
  readonly mayEscape: boolean;
}

let codeBuffer = new Uint16Array(1 << 15);
let positionBuffer = new Uint32Array(1 << 15);

/** Small letters and digits by ASCII code; nothing for signs. */
const foldedCodes = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(letter) ? letter.charCodeAt(0) : 0;
});

const escapeSigns = Uint8Array.from({ length: 128 }, (_, code) => ('%\\&'.includes(String.fromCharCode(code)) ? 1 : 0));

/** Reads a text. What it gives holds until the next text is read: everything that is sent or heard passes here. */
export function normalizeText(text: string): NormalizedText {
  const { length: end } = text;
  if (end > codeBuffer.length) {
    codeBuffer = new Uint16Array(end * 2);
    positionBuffer = new Uint32Array(end * 2);
  }
  let length = 0;
  let escaping = 0;
  for (let i = 0; i < end; i += 1) {
    const code = text.charCodeAt(i);
    const kept = code < 128 ? (foldedCodes[code] as number) : code;
    if (kept === 0) {
      escaping |= escapeSigns[code] as number;
      continue;
    }
    codeBuffer[length] = kept;
    positionBuffer[length] = i;
    length += 1;
  }
  return { length, codes: codeBuffer, positions: positionBuffer, mayEscape: escaping !== 0 };
}

/** The same, to be kept. */
export function normalizeTextToKeep(text: string): NormalizedText {
  const canon = normalizeText(text);
  return { ...canon, codes: canon.codes.slice(0, canon.length), positions: canon.positions.slice(0, canon.length) };
}
