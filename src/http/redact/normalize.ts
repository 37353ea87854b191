/** A text reduced to what does not change in transit: lower-case letters and digits, without ASCII signs. */
export interface NormalizedText {
  readonly length: number;
  readonly codes: Uint16Array;
  /** Their positions in the text. */
  readonly positions: Uint32Array;
  /** Whether it may contain escapes: a percent sign, a backslash or an ampersand. */
  readonly mayEscape: boolean;
}

let codeBuffer = new Uint16Array(1 << 15);
let positionBuffer = new Uint32Array(1 << 15);

/** Lower-case letters and digits by ASCII code; 0 for signs. */
const foldedCodes = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(letter) ? letter.charCodeAt(0) : 0;
});

const escapeSigns = Uint8Array.from({ length: 128 }, (_, code) => ('%\\&'.includes(String.fromCharCode(code)) ? 1 : 0));

/** Normalizes a text. The result is valid until the next call, to avoid an allocation for each exchange. */
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

/** The same with a result of its own. */
export function normalizeTextToKeep(text: string): NormalizedText {
  const normalized = normalizeText(text);
  return {
    ...normalized,
    codes: normalized.codes.slice(0, normalized.length),
    positions: normalized.positions.slice(0, normalized.length),
  };
}
