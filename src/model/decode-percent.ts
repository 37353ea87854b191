/** A part of a URL without percent encoding; as it is where the encoding is broken. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
