import {
  type Behaviour,
  createSpoilingBehaviour,
  type HostileAnswer,
  type HostileContext,
  isDocument,
  replaceContent,
} from './behaviour.js';

/** An object of JSON. */
export type JsonTree = Record<string, unknown>;

/** The document of the correct service with a change. */
export const createDescriptionBehaviour = (
  name: string,
  says: string,
  change: (document: JsonTree, visit: HostileContext) => unknown,
): Behaviour =>
  createSpoilingBehaviour(name, says, isDocument, (said, visit) =>
    replaceContent(said, JSON.stringify(change(parseDocument(said), visit))),
  );

/** Another text in the place of the description. */
export const createDocumentBehaviour = (name: string, says: string, text: (said: HostileAnswer) => string): Behaviour =>
  createSpoilingBehaviour(name, says, isDocument, (said) => replaceContent(said, text(said)));

const parseDocument = ({ content }: HostileAnswer): JsonTree => JSON.parse(content.toString()) as JsonTree;

/** The description with a further optional member of orders, as they are sent. */
export const setNoteSchema = (document: JsonTree, schema: unknown): JsonTree => {
  const schemas = getSchemas(document);
  const input = (schemas.OrderInput ?? {}) as { properties?: JsonTree };
  return {
    ...document,
    components: {
      schemas: { ...schemas, OrderInput: { ...input, properties: { ...input.properties, note: schema } } },
    },
  };
};

/** The schemas of a description, by name. */
export const getSchemas = (document: JsonTree): JsonTree =>
  ((document.components as JsonTree).schemas ?? {}) as JsonTree;

/** The description whose orders are that. */
export const setInputSchema = (document: JsonTree, schema: unknown, more: JsonTree = {}): JsonTree => ({
  ...document,
  components: { schemas: { ...getSchemas(document), OrderInput: schema, ...more } },
});
