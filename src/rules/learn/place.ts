import { formatPath, type Segment } from "../../core/path.js";

/** Where in a definition something stands; written out only for an error. */
export interface Place {
  readonly within?: Place;
  readonly step: Segment;
}

/** A field of what stands at a place. */
export function fieldAt(within: Place | undefined, key: string): Place {
  const step = { kind: "key", key } as const;
  return within === undefined ? { step } : { within, step };
}

/** An item of a list that stands at a place. */
export function itemAt(within: Place, index: number): Place {
  return { within, step: { kind: "index", index } };
}

/** How many steps of a deep place are shown. */
const SHOWN = 16;

/** As an error says it. */
export function placeText(place: Place): string {
  const steps: Segment[] = [];
  for (let at: Place | undefined = place; at !== undefined; at = at.within) steps.unshift(at.step);
  return steps.length > SHOWN ? `${formatPath(steps.slice(0, SHOWN))}...` : formatPath(steps);
}
