import type { Json } from "../json.js";
import type { Computed } from "./site.js";

const SEPARATED = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
const LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?";
const HOST = `(?:${LABEL}(?:\\.${LABEL})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const IMAGE = new RegExp(
  `^(?:${HOST}/)?${SEPARATED}(?:/${SEPARATED})*(?::([\\w][\\w.-]{0,127}))?(@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$`,
);

/**
 * Always for the tag latest, and for no tag and no digest; else IfNotPresent, as for what is no image name.
 * Source: SetDefaults_Container, parsers.ParseImageName.
 */
function pullPolicy(image: Json | undefined): Json {
  if (typeof image !== "string") return "IfNotPresent";
  const colon = image.indexOf(":", image.lastIndexOf("/") + 1);
  const isLatest = colon < 0 || image.startsWith(":latest", colon);
  if (!isLatest || /^[a-f0-9]{64}$/.test(image)) return "IfNotPresent";
  const match = IMAGE.exec(image);
  if (match === null) return "IfNotPresent";
  const [, tag, digest] = match;
  const latest = tag === undefined ? digest === undefined : tag === "latest";
  return latest ? "Always" : "IfNotPresent";
}

/** Source: core/v1 SetDefaults_Container. */
export const imagePullPolicy: Computed = { value: ({ owner }) => pullPolicy(owner.image) };

/** Source: core/v1 SetDefaults_Volume. */
export const imageVolumePullPolicy: Computed = { value: ({ owner }) => pullPolicy(owner.reference) };
