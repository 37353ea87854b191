import type { Report } from '../verdict/report.js';

/** Characters that steer a terminal or a reader, which JSON lets stand as they are (RFC 8259 §7). */
const steering = /[\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u007f-\u009f]/gu;

/** The record itself; `report.schema.json` says what every field means. `complete` comes last: it proves nothing is cut off. */
export function writeJson({ complete, ...record }: Report): string {
  return `${JSON.stringify({ ...record, complete }, null, 2).replace(steering, escaped)}\n`;
}

const escaped = (character: string): string =>
  [...Array(character.length).keys()]
    .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');
