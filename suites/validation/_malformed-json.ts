/** Ways to make JSON malformed. Some parsers accept a few of them (RFC 8259 §9). */
export type Malformation = 'cut' | 'bare' | 'open' | 'behind' | 'unquoted' | 'doubled' | 'single' | 'comment' | 'comma';

/** Makes the well-formed JSON of an object malformed. */
export const malformed: Readonly<Record<Malformation, (text: string) => string>> = {
  cut: (text) => text.slice(0, Math.max(1, Math.floor(text.length * 0.75))),
  bare: () => 'assay',
  open: (text) => text.slice(0, -1),
  behind: (text) => `${text} assay`,
  unquoted: (text) => (/^\{"\w+":/.test(text) ? text.replace(/^\{"(\w+)":/, '{$1:') : '{assay:1}'),
  doubled: (text) => `${text}}`,
  single: (text) => (/^\{"\w+":/.test(text) ? text.replace(/^\{"(\w+)":/, "{'$1':") : "{'assay':1}"),
  comment: (text) => `/* assay */ ${text}`,
  comma: (text) => (text === '{}' ? '{,}' : text.replace(/\}$/, ',}')),
};

/** All of them; the first ones are those that no parser accepts. */
export const malformations = Object.keys(malformed) as Malformation[];
