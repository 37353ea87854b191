import { visible } from '../text/escape-control-characters.js';

/** An XML element; text comes before the children. */
export interface Element {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | number | undefined>>;
  readonly text?: string;
  readonly children?: readonly Element[];
}

/** An element with these attributes and children. */
export const element = (
  name: string,
  attributes: Element['attributes'],
  children: readonly Element[] = [],
): Element => ({ name, attributes, children });

/** An element that holds text. */
export const textual = (name: string, attributes: Element['attributes'], text: string): Element => ({
  name,
  attributes,
  text,
});

/** A document in XML 1.0 with this root. */
export const xmlDocument = (root: Element): string => `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, '')}\n`;

function written({ name, attributes = {}, text = '', children = [] }: Element, indent: string): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const start = `${indent}<${name}${given.map(([key, value]) => ` ${key}="${escaped(String(value))}"`).join('')}`;
  if (children.length > 0) {
    return `${start}>\n${children.map((child) => written(child, `${indent}  `)).join('\n')}\n${indent}</${name}>`;
  }
  return text === '' ? `${start}/>` : `${start}>${text.split('\n').map(escaped).join('\n')}</${name}>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** `visible` removes what XML 1.0 forbids: control characters, lone surrogates, noncharacters. */
const escaped = (text: string): string => visible(text).replace(/[&<>"]/g, (character) => entities[character] ?? '');
