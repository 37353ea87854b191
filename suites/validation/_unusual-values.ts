import { buildPointer, isObject, type Json, type JsonObject, setAtPointer } from '#rule';

const place = 'assay-place';

/** Unusual values in otherwise valid content. Undefined where the content has no place for one. */
export const unusualValues: Readonly<
  Record<string, (content: JsonObject, marker: string | undefined) => string | undefined>
> = {
  'null character': inText('"assay \\u0000 assay"'),
  'half a surrogate pair': inText('"assay \\ud800"'),
  noncharacter: inText('"assay \\uffff \\ufffe"'),
  'long text': inText(JSON.stringify('assay '.repeat(1700))),
  punctuation: inText(JSON.stringify('assay \'"`\\;%s{{1}}#{1}<b>&amp;')),
  'exceeds all limits': inNumber('1e400'),
  'twenty digits': inNumber('98765432109876543210'),
  'too small': inNumber('1e-400'),
  'minus zero': inNumber('-0'),
  deep: withMember(`"assay":${'['.repeat(200)}${']'.repeat(200)}`),
  unknown: withMember('"assay":"unknown"'),
  prototype: withMember('"__proto__":{"assay":true},"constructor":{"prototype":{"assay":true}}'),
  twice: (content) => {
    const [name] = Object.keys(content);
    return name === undefined ? undefined : withMember(`${JSON.stringify(name)}:[{}]`)(content);
  },
};

function inText(value: string) {
  return (content: JsonObject, marker: string | undefined) => {
    const pointer = marker ?? pointerTo(content, (member) => typeof member === 'string');
    return pointer === undefined ? undefined : put(content, pointer, value);
  };
}

function inNumber(value: string) {
  return (content: JsonObject) => {
    const pointer = pointerTo(content, (member) => typeof member === 'number');
    return pointer === undefined ? undefined : put(content, pointer, value);
  };
}

/** Numbers beyond what JSON.stringify can write, and single surrogates, are inserted as text. */
const put = (content: JsonObject, pointer: string, value: string): string =>
  JSON.stringify(setAtPointer(content, pointer, place)).replace(`"${place}"`, () => value);

function withMember(member: string) {
  return (content: JsonObject) => {
    const text = JSON.stringify(content);
    return `{${member}${text === '{}' ? '' : ','}${text.slice(1)}`;
  };
}

function pointerTo(content: Json, isMeant: (member: Json) => boolean): string | undefined {
  const found = isObject(content) ? Object.entries(content).find(([, member]) => isMeant(member)) : undefined;
  return found && buildPointer([found[0]]);
}
