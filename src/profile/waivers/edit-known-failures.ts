import { isMap, isSeq, parseDocument, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { readJson } from '../../model/json.js';
import type { Waiver } from '../../model/profile/waiver.js';

/** A new waiver, with a description for the reviewers of the file. */
export interface NewWaiver extends Omit<Waiver, 'where'> {
  readonly about: string;
}

export interface KnownFailuresChange {
  readonly drop: ReadonlySet<number>;
  readonly add: readonly NewWaiver[];
}

/** Returns the text of a waivers file with some waivers removed and some added; comments and other content stay. Throws Error if that is impossible. */
export function editKnownFailures(text: string, change: KnownFailuresChange, isJson: boolean): string {
  if (isJson || isJsonText(text)) return editJson(text, change);
  const edited = editYaml(text.replaceAll('\r\n', '\n'), change);
  return text.includes('\r\n') ? edited.replaceAll('\n', '\r\n') : edited;
}

/** JSON is valid YAML, but a JSON file must stay JSON. */
const isJsonText = (text: string): boolean => text.trimStart().startsWith('{') && readJson(text) !== undefined;

const fileHeader =
  '# Known failures: a waiver lets the run pass, and never changes a verdict. Give the reason, who fixes it, and until when.\n';

function editYaml(text: string, { drop, add }: KnownFailuresChange): string {
  const isBare = parseDocument(text).contents === null;
  const document = parseDocument(
    isBare ? `${(text.trim() === '' ? fileHeader : text).trimEnd()}\nwaivers: []\n` : text,
  );
  if (!isMap(document.contents)) throw new Error('it is not a list of waivers');
  const list = document.get('waivers');
  const waivers = isSeq(list) ? list : new YAMLSeq();
  if (!isSeq(list)) document.set('waivers', waivers);
  waivers.items = waivers.items.filter((_, index) => !drop.has(index));
  for (const waiver of add) waivers.items.push(createNode(waiver));
  waivers.flow = waivers.items.length === 0;
  return document.toString({ lineWidth: 0 });
}

/** The comment follows the rule in the same entry, so that it moves with the waiver. */
function createNode({ about, rule, ...more }: NewWaiver): YAMLMap {
  const node = new YAMLMap();
  const name = new Scalar(rule);
  name.comment = ` ${about}`;
  node.set('rule', name);
  for (const [key, value] of Object.entries(more)) if (value !== undefined) node.set(key, value);
  return node;
}

function editJson(text: string, { drop, add }: KnownFailuresChange): string {
  const value = text.trim() === '' ? {} : JSON.parse(text);
  const kept = (value.waivers ?? []).filter((_: unknown, index: number) => !drop.has(index));
  const added = add.map(({ about: _, ...waiver }) => waiver);
  return `${JSON.stringify({ ...value, waivers: [...kept, ...added] }, null, 2)}\n`;
}
