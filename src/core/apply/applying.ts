import type { Json, JsonObject } from "../json.js";
import { formatPath } from "../path.js";
import { segmentOf, spelled } from "./elements.js";
import { below, type FieldSet, hasBelow, isMember } from "./field-set.js";
import { type Owner, otherOwners, type Writer } from "./owners.js";

const NOTHING: JsonObject = Object.freeze({});

/** What one merge of desired into live carries along, and what it finds beside the merged object. One a decider, used again. */
export class Applying {
  /** The elements that lead to the place being merged. */
  readonly path: string[] = [];
  /** The first field that desired states and our entry does not record. */
  unowned: string | undefined;
  /** Items of desired that share their keys with another: the server refuses them. */
  duplicates: string[] = [];
  /** Sets of desired that state one item twice: it is sent once, since the server refuses it. */
  repeats: string[] = [];
  /** With `force: false`: values of others that desired would change, and whose they are. */
  conflicts: { readonly path: string; readonly managers: readonly string[] }[] = [];
  /** What an apply cannot leave as desired states it. */
  unreachable: string[] = [];
  /** Places that desired states as empty, and of which an apply would leave null: the server refuses it, or keeps nothing. */
  emptied: string[] = [];
  /** Fields that the kind does not have: the server would refuse them, so they are left out. */
  unknown: string[] = [];
  /** What is being merged is never a reason to write. */
  incidental = false;
  /** Fields that the kind does not have are dropped, not refused: an outer struct keeps such fields. */
  tolerant = false;
  /** Where what is being merged becomes null, a default takes its place. */
  refilled = false;
  private live = NOTHING;
  private apiVersion: Json | undefined;
  private readers: readonly Owner[] | undefined;

  constructor(
    private readonly writer: Writer,
    readonly force: boolean,
  ) {}

  start(live: JsonObject, apiVersion: Json | undefined): void {
    this.live = live;
    this.apiVersion = apiVersion;
    this.readers = undefined;
    this.path.length = 0;
    this.incidental = false;
    this.refilled = false;
    this.tolerant = false;
    this.unowned = undefined;
    if (this.duplicates.length > 0) this.duplicates = [];
    if (this.repeats.length > 0) this.repeats = [];
    if (this.conflicts.length > 0) this.conflicts = [];
    if (this.unreachable.length > 0) this.unreachable = [];
    if (this.emptied.length > 0) this.emptied = [];
    if (this.unknown.length > 0) this.unknown = [];
  }

  /** True where the merge had to know what others own. */
  get looksAtOthers(): boolean {
    return this.readers !== undefined;
  }

  /** True where the merge found something that the values alone do not show. */
  get notable(): boolean {
    return (
      this.unowned !== undefined ||
      this.duplicates.length > 0 ||
      this.repeats.length > 0 ||
      this.conflicts.length > 0 ||
      this.unreachable.length > 0 ||
      this.emptied.length > 0 ||
      this.unknown.length > 0
    );
  }

  /** Desired states this place, and our entry does not record it. */
  lacks(): void {
    if (!this.incidental) this.unowned ??= this.place();
  }

  /** Desired states a field that the kind does not have. */
  drops(element: string): void {
    if (this.tolerant) return;
    this.path.push(element);
    this.unknown.push(this.place());
    this.path.pop();
  }

  /** Desired takes away what no apply can. */
  cannotReach(element: string): void {
    this.path.push(element);
    this.unreachable.push(this.place());
    this.path.pop();
  }

  /** Desired states this place as empty, and an apply would leave null. */
  leavesNull(): void {
    if (!this.incidental) this.emptied.push(this.place());
  }

  /** True where another manager owns something at or below this place. */
  isSharedBelow(): boolean {
    return this.owners(() => true).length > 0;
  }

  /** An item of live's cannot stand beside desired's: it goes, unless it is another manager's and the apply is not forced. */
  shutsOut(element: string): void {
    if (this.incidental) return;
    this.path.push(element);
    const managers = this.force ? [] : this.owners((set) => isMember(set));
    if (managers.length > 0) this.conflicts.push({ path: this.place(), managers });
    else this.unreachable.push(this.place());
    this.path.pop();
  }

  /** Desired changes the value here: another manager's, unless the apply is forced. */
  changes(): void {
    if (this.force || this.incidental) return;
    const managers = this.owners((set) => isMember(set));
    if (managers.length > 0) this.conflicts.push({ path: this.place(), managers });
  }

  /** True where another manager keeps this place from being pruned; `named`: a struct's field. */
  isOthers(named: boolean): boolean {
    return this.owners((set) => isMember(set) || (named && hasBelow(set))).length > 0;
  }

  /** The field path of the place being merged. */
  place(): string {
    return formatPath(this.path.map(segmentOf));
  }

  /** The other managers whose set has the place, as `has` asks. */
  private owners(has: (set: FieldSet) => boolean): string[] {
    this.readers ??= otherOwners(this.live, this.writer, this.apiVersion);
    return this.readers.flatMap(({ manager, set }) => {
      let at: FieldSet | undefined = set;
      for (const element of this.path) at = below(at, spelled(at, element));
      return at !== undefined && has(at) ? [manager] : [];
    });
  }
}
