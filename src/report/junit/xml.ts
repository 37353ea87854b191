import { escapeControlCharacters } from '../text/escape-control-characters.js';

/** An XML element; text comes before the children. */
export interface XmlNode {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | number | undefined>>;
  readonly text?: string;
  readonly children?: readonly XmlNode[];
}

/** Creates an element with these attributes and children. */
export const createElement = (
  name: string,
  attributes: XmlNode['attributes'],
  children: readonly XmlNode[] = [],
): XmlNode => ({ name, attributes, children });

/** Creates an element that contains text. */
export const createTextElement = (name: string, attributes: XmlNode['attributes'], text: string): XmlNode => ({
  name,
  attributes,
  text,
});

/** Renders a document in XML 1.0 with this root. */
export const renderXmlDocument = (root: XmlNode): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${renderElement(root, '')}\n`;

function renderElement({ name, attributes = {}, text = '', children = [] }: XmlNode, indent: string): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const start = `${indent}<${name}${given.map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`).join('')}`;
  if (children.length > 0) {
    return `${start}>\n${children.map((child) => renderElement(child, `${indent}  `)).join('\n')}\n${indent}</${name}>`;
  }
  return text === '' ? `${start}/>` : `${start}>${text.split('\n').map(escapeXml).join('\n')}</${name}>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Also removes what XML 1.0 forbids: control characters, lone surrogates, noncharacters. */
const escapeXml = (text: string): string =>
  escapeControlCharacters(text).replace(/[&<>"]/g, (character) => entities[character] ?? '');
