import type { CollectionChoices, CollectionDesign, Design, ServiceChoices } from './design.js';
import { appliesToCollection, appliesToService, hasItems } from './effects.js';
import { collectionExclusions } from './exclusions.js';
import { serviceExclusions } from './service-exclusions.js';
import { simplestChoices, simplestService } from './simplest.js';
import { countParents, findReferenced, hasChildren, isReferenced } from './structure.js';

/** Items of others that a collection needs because others refer to them. */
const fewOthers = 3;

/**
 * The design nearest to a drawn one that has no two values that exclude each other, and the simplest value where a
 * dimension has no effect.
 */
export function resolveExclusions(drawn: Design): Design {
  let design = drawn;
  for (let round = 0; round < 8; round++) {
    const next = resolveCollections(resolveService(design));
    if (JSON.stringify(next) === JSON.stringify(design)) return design;
    design = next;
  }
  throw new Error(`No design without exclusions: ${JSON.stringify(drawn)}`);
}

/** The reasons for which a design needs to be resolved. */
export const listViolated = (design: Design): readonly string[] => [
  ...serviceExclusions.filter((one) => one.isViolated(design)).map(({ because }) => because),
  ...design.collections.flatMap((collection, index) =>
    collectionExclusions
      .filter((one) => one.isViolated({ collection, choices: collection.choices, index, design }))
      .map(({ because }) => because),
  ),
];

function resolveService(drawn: Design): Design {
  let design = drawn;
  for (const { isViolated, replace } of serviceExclusions)
    if (isViolated(design)) design = { ...design, service: { ...design.service, ...replace(design) } };
  const names = Object.keys(design.service) as (keyof ServiceChoices)[];
  const idle = names.filter((name) => !appliesToService(name, design));
  const service = { ...design.service, ...Object.fromEntries(idle.map((name) => [name, simplestService[name]])) };
  return { ...design, service };
}

function resolveCollections(drawn: Design): Design {
  return drawn.collections.reduce((design, _, index) => replaceCollection(design, index), drawn);
}

function replaceCollection(design: Design, index: number): Design {
  const drawn = design.collections[index];
  if (!drawn) return design;
  const placed = resolveStructure(design, index, drawn);
  let { choices } = placed;
  for (const { isViolated, replace } of collectionExclusions) {
    const whole = { collection: placed, choices, index, design };
    if (isViolated(whole)) choices = { ...choices, ...replace(whole) };
  }
  return putCollection(design, index, { ...placed, choices: dropIdle({ ...placed, choices }) });
}

function dropIdle(collection: CollectionDesign): CollectionChoices {
  const names = Object.keys(collection.choices) as (keyof CollectionChoices)[];
  const idle = names.filter((name) => !appliesToCollection(name, collection));
  return { ...collection.choices, ...Object.fromEntries(idle.map((name) => [name, simplestChoices[name]])) };
}

/** Parents, references and items of others that a collection can have. */
function resolveStructure(design: Design, index: number, drawn: CollectionDesign): CollectionDesign {
  const above = drawn.parent === null ? undefined : design.collections[drawn.parent];
  const canHaveParent =
    above !== undefined &&
    (drawn.parent ?? index) < index &&
    hasItems(above.choices) &&
    countParents(above, design) < 2;
  const parent = canHaveParent ? drawn.parent : null;
  const within = putCollection(design, index, { ...drawn, parent });
  const isReferring = findReferenced(within, index) !== undefined && drawn.choices.create !== 'none';
  const rules = drawn.rules.filter((rule) => drawn.choices.create !== 'none' && (isReferring || !isReference(rule)));
  const others = drawn.others === 0 && isNeeded(within, index) ? fewOthers : drawn.others;
  return { ...drawn, parent, rules, others };
}

const isReference = (rule: string) => rule === 'reference' || rule === 'bound';

/** Whether another collection needs items of this one, which no client can create. */
const isNeeded = (design: Design, index: number): boolean =>
  design.collections[index]?.choices.create === 'none' && (hasChildren(design, index) || isReferenced(design, index));

function putCollection(design: Design, index: number, collection: CollectionDesign): Design {
  return { ...design, collections: design.collections.with(index, collection) };
}
