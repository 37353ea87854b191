import { buildPointer } from '../../../model/json.js';
import type { RawComplaint } from './parse-complaint.js';

/**
 * Converts a location in the syntax of a framework (`/a/b`, `#/a/b`, `a.b`, `body.a[0].b`, `$.a`, `["body","a"]`) to a
 * JSON Pointer into the body.
 */
export function parseMemberPointer(place: string | readonly string[]): string {
  const tokens =
    typeof place !== 'string'
      ? [...place]
      : /^#?\//.test(place)
        ? place.replace(/^#/, '').slice(1).split('/')
        : place
            .replace(/^\$\.?/, '')
            .replace(/\[['"]?([^\]'"]*)['"]?\]/g, '.$1')
            .split(/[./]/);
  const own = tokens.filter((token) => token !== '');
  const isWhole = own.length > 1 && /^(body|requestBody|payload|data|json|input|root|entity)$/i.test(own[0] ?? '');
  const inside = isWhole
    ? own.slice(1)
    : own.length === 1 && /^(body|requestBody|payload|root)$/i.test(own[0] ?? '')
      ? []
      : own;
  return inside.length === 0
    ? ''
    : buildPointer(inside[0] === 'attributes' && tokens.includes('data') ? inside.slice(1) : inside);
}

/** Finds sentences with a known member name, or with a quoted name beside words that are used only for members. */
export function parseSentences(text: string, known: readonly string[]): RawComplaint[] {
  if (text.length > 4_000) return [];
  const parts = text.split(/(?<=[.;!])\s+|\n|,\s+(?=\w+(?:\.\w+)*: |body[./])/);
  return parts.flatMap((part) => {
    const list = parseMemberList(part);
    if (list.length > 0) return list.map((name) => ({ member: parseMemberPointer(name), words: part }));
    const member = findMemberInSentence(part, known);
    return member === undefined ? [] : [{ member: parseMemberPointer(member), words: part }];
  });
}

const memberWord = '(?:parameter|propert(?:y|ie)|field|member|attribute|key|argument|column)s?';
const problemWord = '(?:unexpected|unknown|unrecogni[sz]ed|unpermitted|extra|additional|missing|required|not allowed)';
const listName = `['"\`]?[A-Za-z_$][\\w.$-]{0,60}['"\`]?`;
/** A sentence that ends with a list of members (`Unexpected parameters: a, b`), or begins with one (`a, b are required`). */
const memberListPatterns = [
  `\\b(?:${problemWord}\\b.*${memberWord}|${memberWord}.*${problemWord})[^:]*:\\s*\\[?(${listName}(?:\\s*(?:,|and|&)\\s*${listName})*)\\]?\\W*$`,
  `^\\W*(${listName}(?:\\s*(?:,|and|&)\\s*${listName})+) (?:are|must be|should be|cannot be|may not be)\\b`,
].map((text) => new RegExp(text, 'i'));

/** The members that a sentence lists; none where it speaks of one member in another way. */
function parseMemberList(sentence: string): string[] {
  const list = memberListPatterns.map((pattern) => pattern.exec(sentence)?.[1]).find((found) => found !== undefined);
  const names = (list ?? '').split(/\s*(?:,|&|\band\b)\s*/i).map((name) => name.replace(/['"`]/g, '').trim());
  return names.filter((name) => name !== '');
}

const complaintWordPattern =
  /required|missing|must|should|not allowed|unknown|unrecogni[sz]ed|unexpected|invalid|blank|empty|additional|already|unique|taken|exist|least|most/i;

function findMemberInSentence(part: string, known: readonly string[]): string | undefined {
  if (!complaintWordPattern.test(part)) return undefined;
  const quoted = [...part.matchAll(/['"`]([\w.$[\]-]{1,60})['"`]/g)].map(([, name = '']) => name);
  const asPath = /\bbody[./]([\w./-]+)/.exec(part)?.[1];
  const words = part.match(/[A-Za-z_$][\w$]*(?:\.[\w$]+)*/g) ?? [];
  const isKnown = (name: string) => known.includes(name) || known.includes(name.split('.')[0] ?? '');
  return (
    asPath ??
    quoted.find(isKnown) ??
    words.find(isKnown) ??
    (/propert|field|member|parameter|attribute|key|column|required|missing/i.test(part) ? quoted[0] : undefined) ??
    findLeadingName(part) ??
    /^(?:the )?(?:field |property )?([A-Za-z_][\w.]*) (?:is|must|should|can|cannot|may)\b/.exec(part)?.[1] ??
    /(?:missing|unknown|unexpected|required)(?: required)?(?: field| property| parameter| key| member| attribute)s?:? ([A-Za-z_][\w.]*)/i.exec(
      part,
    )?.[1]
  );
}

/** The name before a colon, as in `name: must be a string`, unless it names the kind of problem. */
function findLeadingName(part: string): string | undefined {
  const [, name] = /^\W*([A-Za-z_$][\w$]*(?:[.[][\w$\]]+)*): /.exec(part) ?? [];
  return name === undefined ||
    /error|exception|invalid|fail|request|validation|message|detail|reason|warning/i.test(name)
    ? undefined
    : name;
}
