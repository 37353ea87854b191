/**
 * The dimensions of one collection and their values. The first value of each is the simplest one. Values are only ever
 * added, never removed.
 */
export const collectionValues = {
  list: {
    listShape: ['array', 'items', 'data', 'results', 'embedded', 'value', 'content', 'noun', 'by-id', 'several-arrays'],
    /** What the list has of each item. `equal`: entries without ids, some of them equal, of items without addresses. */
    entry: ['item', 'fewer', 'url', 'string', 'number', 'without-id', 'equal'],
    /** `newest`: the list never shows more than the newest items. */
    extent: ['all', 'newest'],
    order: ['oldest-first', 'newest-first', 'by-member'],
    /** A query parameter that must be sent. */
    requiredQuery: ['none', 'list', 'everywhere'],
  },
  identity: {
    /** The member with the id; `parameter`: named like the parameter of the path template. */
    idName: ['id', '_id', 'uuid', 'name', 'key', 'noun-id', 'number', 'parameter'],
    idFormat: ['uuid', 'integer', 'hex', 'slug', 'composed', 'slash', 'dots', 'spaces'],
    /** Where the id is; `other-names`: a member of another name in list, item and answer to a creation. */
    idPlace: ['member', 'other-names', 'location', 'url', 'self', 'links'],
    itemPath: ['below-list', 'beside', 'elsewhere', 'id-not-last'],
    parameter: ['id', 'noun-id', 'other'],
  },
  creation: {
    create: ['post-list', 'post-elsewhere', 'post-item', 'post-replaces', 'post-upserts', 'put-item', 'none'],
    /** `body`: the client chooses the id and sends it as a required member. */
    idSource: ['server', 'body'],
    createBody: ['plain', 'wrapped', 'form'],
    createStatus: ['201', '200', '202'],
    createAnswer: ['item-location', 'item', 'id', 'nothing', 'location'],
    /** What one item is wrapped in when it is read. */
    envelope: ['none', 'data', 'noun'],
    unknownMembers: ['ignored', 'refused', 'kept'],
    /** `other-list`: each creation adds an entry to a log; `default-moves`: a new default item takes the flag of another. */
    sideEffect: ['none', 'other-list', 'default-moves'],
    timeToLive: ['none', 'short'],
  },
  'change and removal': {
    change: ['put', 'merge-patch', 'json-patch', 'plain-patch', 'post-item', 'put-and-patch', 'none'],
    changeAnswer: ['item', 'no-content', 'empty'],
    removal: ['204', '200', '202', 'none'],
    removalKind: ['hard', 'soft', 'late', 'archive-first', 'cascades'],
    repeatedRemoval: ['404', '204', '410'],
    /** What shows writes only after a while. */
    lag: ['none', 'list', 'item', 'both'],
  },
  paging: {
    paging: ['none', 'page', 'offset', 'cursor', 'token-header'],
    next: ['absent', 'link', 'absolute', 'relative', 'public-base'],
    /** `next` on the last page. */
    lastNext: ['absent', 'null'],
    firstPage: ['1', '0'],
    pageNames: ['short', 'long', 'underscore', 'marked'],
    maximum: ['documented', 'undocumented', 'none'],
    overMaximum: ['clamped', 'refused', 'ignored'],
    total: ['absent', 'exact', 'estimated'],
    pastEnd: ['empty', 'missing', 'last-page'],
  },
  more: {
    /** Of a collection with a parent: which paths are below the parent. */
    nesting: ['nested', 'flat-items'],
    action: ['none', 'record', 'verb', 'colon'],
    repeatedAction: ['conflict', 'same'],
    /** `after-action`: no change after the action; `ordered`: a member whose values follow one another. */
    states: ['none', 'after-action', 'ordered'],
    actionLinks: ['none', 'by-state'],
    entityTag: ['none', 'strong', 'weak'],
    preconditions: ['optional', 'required'],
    cache: ['none', 'max-age'],
    dates: ['none', 'iso', 'epoch'],
  },
} as const;

/** What the members of a new item must obey. A collection has any number of these rules. */
export const memberRules = [
  'required',
  'format',
  'pattern',
  'enum',
  'pair',
  'bound',
  'reference',
  'unique',
  'no-marker',
] as const;

/** How many items of others a collection has at the start, as ranges. */
export const othersRanges = { few: [1, 9], none: [0, 0], some: [10, 60], many: [100, 400] } as const;
