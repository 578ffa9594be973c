import type { JsonObject } from "../../core/json.js";
import { entriesOf, leaves } from "../port/managed-fields.js";

/** How a maker writes an object: of those who fight over a field, this tells who should give way. */
export interface Making {
  /** Places of the object in the maker's entries of managedFields. */
  readonly placesOwned: number;
  /** It writes the scale subresource. */
  readonly scales: boolean;
  /** It applies; else it updates. */
  readonly applies: boolean;
}

/** How a manager writes an object: how many places it owns, whether it applies, whether it writes the scale subresource. */
export function makingOf(object: JsonObject, manager: string): Making {
  const own = entriesOf(object).filter((entry) => entry.manager === manager);
  return {
    placesOwned: own.reduce((sum, { fieldsV1 }) => sum + leaves(fieldsV1), 0),
    scales: own.some(({ subresource }) => subresource === "scale"),
    applies: own.some(({ operation, subresource }) => operation === "Apply" && !subresource),
  };
}
