/** An element as read back. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

const namePattern = '[A-Za-z_][A-Za-z0-9_.-]*';
const tokenPattern = new RegExp(`<(/?)(${namePattern})((?:\\s+${namePattern}="[^"<]*")*)\\s*(/?)>|([^<]+)`, 'y');
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Reads the XML 1.0 that tests need (no comments, CDATA or DTD) and throws at anything that is not well-formed. */
export function readXml(source: string): XmlElement {
  const head = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/.exec(source)?.[0];
  if (head === undefined) throw new Error('no XML declaration');
  for (const character of source) refuseForbidden(character.codePointAt(0) ?? 0);
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  tokenPattern.lastIndex = head.length;
  while (tokenPattern.lastIndex < source.length) {
    const from = tokenPattern.lastIndex;
    const match = tokenPattern.exec(source);
    if (!match) throw new Error(`not well-formed at ${source.slice(from, from + 60)}`);
    readToken(match, open);
  }
  const [root] = top.children;
  if (open.length !== 1 || root === undefined || top.children.length !== 1 || top.text.trim() !== '') {
    throw new Error('not exactly one closed root');
  }
  return root;
}

/** All elements of this name, at any depth. */
export const findElements = (element: XmlElement, wanted: string): XmlElement[] =>
  element.children.flatMap((child) => [...(child.name === wanted ? [child] : []), ...findElements(child, wanted)]);

function readToken([, slash, tag, attributes, empty, text]: RegExpExecArray, open: XmlElement[]): void {
  const current = open.at(-1);
  if (current === undefined) throw new Error('content after the root');
  if (tag === undefined) {
    current.text += unescapeXml(text ?? '');
    return;
  }
  if (slash === '/') {
    if (open.pop()?.name !== tag || attributes !== '' || empty !== '') throw new Error(`</${tag}> closes nothing`);
    return;
  }
  const element: XmlElement = { name: tag, attributes: parseAttributes(attributes ?? ''), children: [], text: '' };
  current.children.push(element);
  if (empty !== '/') open.push(element);
}

function parseAttributes(source: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, key = '', value = ''] of source.matchAll(new RegExp(`(${namePattern})="([^"]*)"`, 'g'))) {
    if (key in found) throw new Error(`attribute ${key} twice`);
    found[key] = unescapeXml(value);
  }
  return found;
}

function unescapeXml(text: string): string {
  if (text.includes(']]>')) throw new Error(']]> in text');
  return text.replace(/&([^;]*;?)/g, (_, entity: string) => {
    const character = entities[entity.replace(/;$/, '')];
    if (character === undefined || !entity.endsWith(';')) throw new Error(`unknown entity &${entity}`);
    return character;
  });
}

/** XML 1.0 §2.2. */
function refuseForbidden(code: number): void {
  const isAllowed =
    code === 0x9 ||
    code === 0xa ||
    code === 0xd ||
    (code >= 0x20 && code < 0xd800) ||
    (code > 0xdfff && code < 0xfffe) ||
    code > 0xffff;
  if (!isAllowed) throw new Error(`forbidden character U+${code.toString(16)}`);
}
