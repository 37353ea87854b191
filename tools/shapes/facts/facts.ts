import type { CollectionDesign, Design } from '../design/design.js';

/** A member of items that clients write, as it is on the wire. */
export interface Member {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'strings' | 'object';
  readonly isRequired: boolean;
  readonly format?: 'date' | 'date-time' | 'email' | 'uri';
  readonly pattern?: string;
  readonly values?: readonly string[];
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly isUnique?: boolean;
  /** The member that must be greater. */
  readonly lessThan?: string;
  /** Index of the collection that has an item with this id. */
  readonly refersTo?: number;
  /** The member of the referenced item that the value must not exceed, and the member with the reference. */
  readonly bound?: { readonly member: string; readonly through: string };
  /** Each value may change to itself and to the next one only. */
  readonly isOrdered?: boolean;
  /** An item that is created with `true` takes it from the item that has it. */
  readonly isDefaultFlag?: boolean;
  readonly default?: string | number | boolean;
}

/** Where an id is in a representation. */
export interface IdPlace {
  /** JSON pointer from the entry or item; empty for an entry that is the id itself. */
  readonly pointer: string;
  /** The value is the address of the item, not its id. */
  readonly isUrl: boolean;
}

/** How pages of a list are requested, and what they have beside entries. */
export interface PagingFacts {
  readonly style: 'page' | 'offset' | 'cursor' | 'token-header';
  readonly sizeParameter: string;
  /** Query parameter or header field with the page, the offset, the cursor or the token. */
  readonly position: { readonly in: 'query' | 'header'; readonly name: string };
  readonly firstPosition: number | undefined;
  readonly defaultSize: number;
  readonly maximumSize: number | undefined;
  /** Where the next page is; `link`: the field Link, `header`: a field with a token. */
  readonly next:
    | { readonly in: 'body'; readonly pointer: string; readonly isUrl: boolean }
    | { readonly in: 'link' }
    | { readonly in: 'header'; readonly name: string }
    | undefined;
  /** Where the total is: a JSON pointer, or a header field. */
  readonly total: { readonly in: 'body' | 'header'; readonly name: string } | undefined;
}

/** What a design says about one collection, in terms of HTTP. Paths are templates from the root of the service. */
export interface CollectionFacts {
  readonly index: number;
  readonly design: CollectionDesign;
  readonly singular: string;
  readonly plural: string;
  readonly parent: CollectionFacts | undefined;
  /** The member with the id of the parent. */
  readonly parentMember: string | undefined;
  readonly listPath: string;
  /** What the paths of children and actions begin with. */
  readonly basePath: string;
  /** Undefined: items have no address. */
  readonly itemPath: string | undefined;
  readonly idParameter: string;
  readonly idPattern: string;
  readonly isIdNumber: boolean;
  /** JSON pointer to the entries of a list. */
  readonly entriesPointer: string;
  /** JSON pointer to the item in the answer to a read. */
  readonly itemPointer: string;
  readonly id: {
    readonly list: IdPlace | undefined;
    readonly item: IdPlace | undefined;
    readonly created: IdPlace | undefined;
  };
  /** The member in which a client sends the id that it chooses; undefined: the service chooses, or the path has it. */
  readonly clientIdMember: string | undefined;
  readonly members: readonly Member[];
  readonly create: { readonly method: 'POST' | 'PUT'; readonly path: string; readonly mediaType: string } | undefined;
  readonly changes: readonly { readonly method: 'PUT' | 'PATCH' | 'POST'; readonly mediaType: string }[];
  readonly paging: PagingFacts | undefined;
  readonly action: ActionFacts | undefined;
  /** POST to it before the removal. */
  readonly archivePath: string | undefined;
  /** The query parameter that must be sent, and its only value. */
  readonly requiredQuery: { readonly name: string; readonly value: string } | undefined;
}

export interface ActionFacts {
  readonly path: string;
  /** The member `stateMember` of an item has the first value before, and the second one after the action. */
  readonly states: readonly [string, string];
  readonly stateMember: string;
  readonly name: string;
  /** Whether GET of the path returns a record of the action. */
  readonly hasRecord: boolean;
}

/** A caller and its credentials. */
export interface CallerFacts {
  readonly name: string;
  readonly password: string;
  readonly secret: string;
}

/** What a design says about a service, in terms of HTTP. */
export interface ServiceFacts {
  readonly design: Design;
  readonly prefix: string;
  /** What paths of the service end with. */
  readonly slash: '' | '/';
  readonly collections: readonly CollectionFacts[];
  /** None: the service is open. */
  readonly callers: readonly CallerFacts[];
  readonly loginPath: string;
  /** Undefined: there is none. */
  readonly documentPath: string | undefined;
  /** A list with an entry for each creation that has this side effect. */
  readonly logPath: string;
}
