import type { JsonObject } from "../../../core/json.js";
import { metadataOf } from "../../port/object.js";
import { born, uid } from "./born.js";
import type { Kind } from "./kinds.js";
import type { Store } from "./store.js";
import { storedForm } from "./stored-form.js";

/** An object as it is when it has been there all the time: as it is stated, else as a new one. */
export function seeded(kind: Kind, object: JsonObject, store: Store): JsonObject {
  const { metadata: stated, ...body } = storedForm(kind, object);
  const metadata = {
    uid: uid(store),
    creationTimestamp: store.time(),
    ...(kind.traits.numbered && { generation: 1 }),
    ...metadataOf({ metadata: stated }),
  };
  const whole = born(kind, { ...body, metadata }, store);
  return object.status === undefined ? whole : { ...whole, status: body.status };
}
