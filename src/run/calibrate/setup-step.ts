import type { LedgerScope } from '../../ledger/scope.js';
import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { InconclusiveError } from '../../rule/finding.js';
import { drawFirstValue } from '../../rule/values/generators.js';
import { cleanUp } from '../cleanup/clean-up.js';
import { CaseClient, type ReadSettings } from '../items/case-client.js';
import { CaseItems, type SetupItems } from '../items/items.js';
import { createParents } from '../items/parents.js';
import type { RunContext } from '../run-context.js';
import { replaceCollection } from '../service-model.js';
import { retrySetup } from '../trial/retry-setup.js';

/** One step of the calibration of a collection, with scopes of the ledger for its items and for those above them. */
export class SetupStep {
  readonly above: LedgerScope;
  readonly ledger: LedgerScope;
  readonly wire: CaseClient;

  constructor(
    readonly site: RunContext,
    readonly collection: Collection,
    private readonly name: string,
  ) {
    this.above = site.runLedger.openScope();
    this.ledger = site.runLedger.openScope();
    this.wire = this.openWire();
  }

  /** Creates the items above; resolves to the collection below them. */
  async bind(collection = this.collection): Promise<Collection> {
    return (await retrySetup(() => createParents(collection, this.site, this.above))) as Collection;
  }

  openWire(reading?: ReadSettings): CaseClient {
    return new CaseClient(this.site.meter, `${this.name}@${this.collection.name}`, { reading, isConditional: true });
  }

  openItems(bound: Collection, wire = this.wire): SetupItems {
    return new CaseItems({ ...this.site, collection: bound, wire, ledger: this.ledger, restMs: 0 });
  }

  /** An ordinary body; throws {@link InconclusiveError} where none is known. */
  async drawBody(): Promise<Json> {
    const bodies = this.site.model.bodies.get(this.collection.name);
    if (bodies === undefined)
      throw new InconclusiveError('setup', `no request body of ${this.collection.name} is known`);
    return drawFirstValue(bodies.body(), this.site.seed);
  }

  /** Removes all items of the step, as it is known now how. */
  async clean(known?: Collection): Promise<void> {
    await this.cleanItems(known);
    await cleanUp(this.above, this.site);
  }

  /** Removes the items of the step, and leaves those above them. */
  async cleanItems(known?: Collection): Promise<void> {
    const { site } = this;
    const model = known === undefined ? site.model : replaceCollection(site.model, known, site.document);
    await cleanUp(this.ledger, { ...site, model });
  }
}
