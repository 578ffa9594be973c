import { KINDS, MODELS } from "../../generated/client-node.js";
import type { Attribute } from "./attribute.js";

/** A model's attributes by their names. */
export type Model = ReadonlyMap<string, Attribute>;

const byClass = new WeakMap<object, Model>();
const byType = new Map<string, Model>();

/** The model that an object is an instance of: its classes say so themselves, whichever copy of client-node they are of. */
export function modelOfInstance(prototype: object): Model | undefined {
  const known = byClass.get(prototype);
  if (known !== undefined) return known;
  const attributes = (prototype.constructor as Partial<ModelClass> | undefined)?.getAttributeTypeMap?.();
  if (!Array.isArray(attributes)) return undefined;
  const model = modelOf(attributes);
  byClass.set(prototype, model);
  return model;
}

interface ModelClass {
  getAttributeTypeMap(): readonly Attribute[];
}

/** The model of a type, as far as its attributes are spelled otherwise on the wire. */
export function modelOfType(type: string | undefined): Model | undefined {
  if (type === undefined || !Object.hasOwn(MODELS, type)) return undefined;
  const known = byType.get(type);
  if (known !== undefined) return known;
  const model = modelOf(MODELS[type] ?? []);
  byType.set(type, model);
  return model;
}

function modelOf(attributes: readonly Attribute[]): Model {
  return new Map(attributes.map((each) => [each.name, each]));
}

/** The type of a kind's objects, where something in it is spelled otherwise on the wire. */
export function typeOfKind(apiVersion: unknown, kind: unknown): string | undefined {
  const key = `${apiVersion} ${kind}`;
  return Object.hasOwn(KINDS, key) ? KINDS[key] : undefined;
}

const LIST = /^Array<(.*)>$/;
const MAP = /^\{ \[key: string\]: (.*); \}$/;

/** What a list's items are. */
export function itemType(type: string | undefined): string | undefined {
  return type && LIST.exec(type)?.[1];
}

/** What a map's values are. */
export function valueType(type: string | undefined): string | undefined {
  return type && MAP.exec(type)?.[1];
}
