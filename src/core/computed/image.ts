import type { Json } from "../json.js";
import { memo } from "../value/memo.js";
import type { Computed } from "./site.js";

const SEPARATED = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
const LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?";
const HOST = `(?:${LABEL}(?:\\.${LABEL})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const DIGEST = "sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128}";
const IMAGE = new RegExp(
  `^((?:${HOST}/)?${SEPARATED}(?:/${SEPARATED})*)(?::([\\w][\\w.-]{0,127}))?(@(?:${DIGEST}))?$`,
);
/** The longest repository name that the reference grammar takes. */
const MAX_NAME = 255;

/**
 * Always for the tag latest, and for no tag and no digest; else IfNotPresent, as for what is no image name.
 * Source: SetDefaults_Container, parsers.ParseImageName.
 */
function pullPolicy(image: Json | undefined): Json {
  return typeof image === "string" ? policyOf(image) : "IfNotPresent";
}

const policyOf = memo((image: string): "Always" | "IfNotPresent" => {
  const colon = image.indexOf(":", image.lastIndexOf("/") + 1);
  const isLatest = colon < 0 || image.startsWith(":latest", colon);
  if (!isLatest || /^[a-f0-9]{64}$/.test(image)) return "IfNotPresent";
  const match = IMAGE.exec(image);
  const [, name = "", tag, digest] = match ?? [];
  if (match === null || name.length > MAX_NAME) return "IfNotPresent";
  const latest = tag === undefined ? digest === undefined : tag === "latest";
  return latest ? "Always" : "IfNotPresent";
});

/** Source: core/v1 SetDefaults_Container. */
export const imagePullPolicy: Computed = { value: ({ owner }) => pullPolicy(owner.image) };

/** Source: core/v1 SetDefaults_Volume. */
export const imageVolumePullPolicy: Computed = { value: ({ owner }) => pullPolicy(owner.reference) };
