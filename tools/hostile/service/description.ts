import { type Behaviour, isDocument, type Said, saying, spoiling, type Visit } from './behaviour.js';

/** An object of JSON. */
export type Tree = Record<string, unknown>;

/** The description of the sound service, with something done to it. */
export const described = (name: string, says: string, change: (document: Tree, visit: Visit) => unknown): Behaviour =>
  spoiling(name, says, isDocument, (said, visit) => saying(said, JSON.stringify(change(parsed(said), visit))));

/** Another text in the place of the description. */
export const written = (name: string, says: string, text: (said: Said) => string): Behaviour =>
  spoiling(name, says, isDocument, (said) => saying(said, text(said)));

const parsed = ({ content }: Said): Tree => JSON.parse(content.toString()) as Tree;

/** The description with a further optional member of orders, as they are sent. */
export const withNote = (document: Tree, schema: unknown): Tree => {
  const schemas = schemasOf(document);
  const input = (schemas.OrderInput ?? {}) as { properties?: Tree };
  return {
    ...document,
    components: {
      schemas: { ...schemas, OrderInput: { ...input, properties: { ...input.properties, note: schema } } },
    },
  };
};

/** The schemas of a description, by name. */
export const schemasOf = (document: Tree): Tree => ((document.components as Tree).schemas ?? {}) as Tree;

/** The description whose orders are that. */
export const withInput = (document: Tree, schema: unknown, more: Tree = {}): Tree => ({
  ...document,
  components: { schemas: { ...schemasOf(document), OrderInput: schema, ...more } },
});
