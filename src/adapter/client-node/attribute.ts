/** One attribute of a model of client-node: `name` in TypeScript, `baseName` on the wire. */
export interface Attribute {
  readonly name: string;
  readonly baseName: string;
  /** `string`, `Date`, `V1MicroTime`, a model, `Array<...>` or `{ [key: string]: ...; }`. */
  readonly type: string;
}
