import { isList, isObject, type Json } from "../json.js";
import { ANY } from "./any.js";
import type { Context } from "./context.js";
import type { Node } from "./node.js";

/** A value that may be a struct, a list of such structs, or plain JSON (JSONSchemaPropsOrBool, OrArray). */
export class EitherNode implements Node {
  readonly granularity = "deduced";
  readonly marked = false;
  readonly forbids = false;
  readonly stump = undefined;
  readonly zero = undefined;
  constructor(
    private readonly ofObject: Node,
    private readonly ofList: Node,
  ) {}

  walk(desired: Json, live: Json, cx: Context): Json | undefined {
    if (isObject(desired) && isObject(live)) return this.ofObject.walk(desired, live, cx);
    if (isList(desired) && isList(live)) return this.ofList.walk(desired, live, cx);
    return ANY.walk(desired, live, cx);
  }

  canonical(desired: Json): Json {
    if (isObject(desired)) return this.ofObject.canonical(desired);
    return isList(desired) ? this.ofList.canonical(desired) : desired;
  }
}
