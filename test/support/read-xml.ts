import { SaxesParser } from 'saxes';

/** An element as read back. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Reads XML 1.0 that begins with its declaration. Throws at anything that is not well-formed, forbidden characters included. */
export function readXml(source: string): XmlElement {
  if (!source.startsWith(declaration)) throw new Error('no XML declaration');
  // Half a character, which saxes reads together with what follows.
  if (/\p{Surrogate}/u.test(source)) throw new Error('disallowed character.');
  const document: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  // Without a handler for errors, saxes throws the first one.
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const element: XmlElement = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', (text) => {
    const [element = document] = open.slice(-1);
    element.text += text;
  });
  parser.write(source).close();
  return document.children[0] as XmlElement;
}

/** All elements of this name, at any depth. */
export const findElements = (element: XmlElement, wanted: string): XmlElement[] =>
  element.children.flatMap((child) => [...(child.name === wanted ? [child] : []), ...findElements(child, wanted)]);
