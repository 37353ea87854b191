import {
  type Behaviour,
  createSpoilingBehaviour,
  type HostileAnswer,
  isItem,
  isList,
  replaceContent,
  replaceFields,
} from './behaviour.js';

/** The replacement of the content of an item, or of the list. */
const createItemBehaviour = (
  name: string,
  says: string,
  spoil: (text: string, said: HostileAnswer) => string | Buffer,
  type?: string,
): Behaviour =>
  createSpoilingBehaviour(name, says, isItem, (said) => {
    const spoiled = replaceContent(said, said.status === 200 ? spoil(said.content.toString(), said) : said.content);
    return type === undefined ? spoiled : replaceFields(spoiled, ['content-type', type]);
  });

const createListBehaviour = (name: string, says: string, spoil: (text: string) => string): Behaviour =>
  createSpoilingBehaviour(name, says, isList, (said) =>
    said.status === 200 ? replaceContent(said, spoil(said.content.toString())) : undefined,
  );

/** A further member at the end of an object. */
const createMemberAppender = (member: string) => (text: string) => `${text.trimEnd().slice(0, -1)},${member}}`;

const levels = 200_000;

const shapeBehaviours: readonly Behaviour[] = [
  createItemBehaviour('item-is-no-json', 'tells an item in something like JSON', (text) => text.replaceAll('"', "'")),
  createItemBehaviour('item-is-half', 'tells the first half of an item, and its length rightly', (text) =>
    text.slice(0, text.length / 2),
  ),
  createItemBehaviour('item-is-empty', 'answers 200 without content to the read of an item', () => ''),
  createItemBehaviour(
    'item-is-html',
    'tells an item as a page',
    () => '<html><body><h1>It works</h1></body></html>',
    'text/html',
  ),
  createItemBehaviour(
    'item-of-200000-levels',
    'nests an item 200,000 levels deep',
    createMemberAppender(`"deep":${'['.repeat(levels)}${']'.repeat(levels)}`),
  ),
  createItemBehaviour(
    'item-of-200000-objects',
    'nests objects 200,000 levels deep',
    createMemberAppender(`"deep":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`),
  ),
  createItemBehaviour(
    'number-of-10000-digits',
    'has a number of 10,000 digits in an item',
    createMemberAppender(`"big":${'7'.repeat(10_000)}`),
  ),
  createItemBehaviour(
    'number-beyond-all-numbers',
    'has the number 1e999 in an item',
    createMemberAppender('"big":1e999,"small":-1e999'),
  ),
  createItemBehaviour(
    'prototype-in-an-item',
    'has a member __proto__ in an item',
    createMemberAppender('"__proto__":{"polluted":true,"id":"x"}'),
  ),
  createItemBehaviour(
    'constructor-in-an-item',
    'has a member constructor in an item',
    createMemberAppender('"constructor":{"prototype":{"polluted":true}}'),
  ),
  createItemBehaviour(
    'members-of-object',
    'has members toString, hasOwnProperty and length',
    createMemberAppender('"toString":1,"hasOwnProperty":2,"length":3,"valueOf":null'),
  ),
  createItemBehaviour('members-twice', 'has each member of an item twice', (text) =>
    createMemberAppender(text.trim().slice(1, -1))(text),
  ),
  createItemBehaviour('100000-members', 'has 100,000 members in an item', createMemberAppender(createMembers(100_000))),
  createItemBehaviour(
    'nul-characters',
    'has NUL characters in an item',
    createMemberAppender('"odd\\u0000":"a\\u0000b"'),
  ),
  createItemBehaviour(
    'lone-surrogates',
    'has halves of characters in an item',
    createMemberAppender('"odd\\ud800":"a\\udfffb"'),
  ),
  createListBehaviour('list-of-a-million', 'lists a million entries on one page', (text) =>
    text.replace(
      '"items":[',
      `"items":[${'{"id":"other"},'.repeat(200_000)}${'1,'.repeat(799_999)}${text.includes('[]') ? '0' : ''}`,
    ),
  ),
  createListBehaviour('list-of-15-megabytes', 'lists five million empty lists on one page', (text) =>
    text.replace('"items":[', `"items":[${'[],'.repeat(5_000_000)}${text.includes('[]') ? '0' : ''}`),
  ),
  createListBehaviour('list-of-oddities', 'lists null, numbers, texts and lists among its entries', (text) =>
    text.replace(
      '"items":[',
      `"items":[null,7,"x",[],{},{"id":null},{"id":{}},{"id":""}${text.includes('[]') ? '' : ','}`,
    ),
  ),
  createListBehaviour('list-of-prototypes', 'lists entries that are called __proto__ and constructor', (text) =>
    text.replace(
      '"items":[',
      `"items":[{"id":"__proto__"},{"id":"constructor"},{"__proto__":{"id":"x"}}${text.includes('[]') ? '' : ','}`,
    ),
  ),
];

const charsetBehaviours: readonly Behaviour[] = [
  createItemBehaviour('invalid-utf-8', 'has octets in an item that are no UTF-8', (text) =>
    Buffer.concat([
      Buffer.from(`${text.slice(0, -1)},"odd":"`),
      Buffer.from([0xc3, 0x28, 0xff, 0xed, 0xa0, 0x80]),
      Buffer.from('"}'),
    ]),
  ),
  createItemBehaviour('overlong-utf-8', 'writes a slash in two octets', (text) =>
    Buffer.concat([Buffer.from(`${text.slice(0, -1)},"odd":"`), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
  ),
  createItemBehaviour(
    'utf-16',
    'tells an item in UTF-16, and says so',
    (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
    'application/json; charset=utf-16',
  ),
  createItemBehaviour('utf-16-unsaid', 'tells an item in UTF-16, and does not say so', (text) =>
    Buffer.from(text, 'utf16le'),
  ),
  createItemBehaviour(
    'latin-1',
    'tells an item in ISO 8859-1, and says so',
    (text) => Buffer.from(createMemberAppender('"odd":"\u00e9"')(text), 'latin1'),
    'application/json; charset=iso-8859-1',
  ),
  createItemBehaviour(
    'latin-1-as-utf-8',
    'tells an item in ISO 8859-1 and calls it UTF-8',
    (text) => Buffer.from(createMemberAppender('"odd":"\u00e9"')(text), 'latin1'),
    'application/json; charset=utf-8',
  ),
  createItemBehaviour(
    'charset-unknown',
    'names a charset that does not exist',
    (text) => text,
    'application/json; charset=x-klingon',
  ),
  createItemBehaviour('byte-order-mark', 'begins an item with a byte order mark', (text) => `\uFEFF${text}`),
  createItemBehaviour(
    'two-media-types',
    'names two media types for an item',
    (text) => text,
    'application/json, text/html',
  ),
  createItemBehaviour('media-type-of-nonsense', 'names a media type that is none', (text) => text, ';;;=/"'),
];

function createMembers(count: number): string {
  return Array.from({ length: count }, (_, i) => `"m${i}":${i}`).join(',');
}

/** Services whose content is not what it seems. */
export const contents: readonly Behaviour[] = [...shapeBehaviours, ...charsetBehaviours];
