/** A text reduced to what does not change in transit: lower-case letters and digits, without ASCII signs. */
export interface NormalizedText {
  readonly length: number;
  readonly codes: Uint16Array;
  readonly positions: Uint32Array;
}

/** Lower-case letters and digits by ASCII code; 0 for signs. */
export const foldedCodes = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(letter) ? letter.charCodeAt(0) : 0;
});

/** 1 for the signs with which an escape of URLs, JSON or HTML begins. */
export const escapeSigns = Uint8Array.from({ length: 128 }, (_, code) => +'%\\&'.includes(String.fromCharCode(code)));

export function normalizeText(text: string): NormalizedText {
  const kept: number[] = [];
  const positions: number[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    const letter = code < 128 ? (foldedCodes[code] as number) : code;
    if (letter === 0) continue;
    kept.push(letter);
    positions.push(i);
  }
  return { length: kept.length, codes: Uint16Array.from(kept), positions: Uint32Array.from(positions) };
}
