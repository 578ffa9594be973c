import { isList, isObject, type Json } from "../json.js";

/** Shorter lists are searched as they are. */
const LONG = 32;

interface ByName {
  readonly ports: readonly Json[];
  readonly found: ReadonlyMap<Json, Json | undefined>;
}

interface Numbers {
  readonly ports: readonly Json[];
  readonly found: ReadonlySet<Json | undefined>;
}

/** Finds node ports in a Service's ports. What it knows of long lists holds for one walk. */
export class NodePorts {
  private byName: ByName | undefined;
  private numbers: Numbers | undefined;

  /** Forgets the lists, which may be others, or changed, when they are next looked at. */
  forget(): void {
    this.byName = undefined;
    this.numbers = undefined;
  }

  /** The node port of the last port of this name. */
  named(ports: Json | undefined, name: Json): Json | undefined {
    if (!isList(ports)) return undefined;
    if (ports.length >= LONG) return this.namesOf(ports).get(name);
    let found: Json | undefined;
    for (const port of ports) if (isObject(port) && (port.name || "") === name) found = port.nodePort;
    return found;
  }

  /** True where a port states this number. */
  states(ports: Json | undefined, number: Json): boolean {
    if (!isList(ports)) return false;
    if (ports.length >= LONG) return this.numbersOf(ports).has(number);
    return ports.some((port) => isObject(port) && port.nodePort === number);
  }

  private namesOf(ports: readonly Json[]): ByName["found"] {
    if (this.byName?.ports !== ports) {
      const found = new Map<Json, Json | undefined>();
      for (const port of ports) if (isObject(port)) found.set(port.name || "", port.nodePort);
      this.byName = { ports, found };
    }
    return this.byName.found;
  }

  private numbersOf(ports: readonly Json[]): Numbers["found"] {
    if (this.numbers?.ports !== ports) {
      const found = new Set<Json | undefined>();
      for (const port of ports) if (isObject(port)) found.add(port.nodePort);
      this.numbers = { ports, found };
    }
    return this.numbers.found;
  }
}
