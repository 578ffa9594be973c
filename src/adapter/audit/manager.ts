/** Characters, in UTF-8 bytes, that a field manager's name may have. */
const LONGEST = 128;

const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/**
 * The field manager by which the server books a write: what the request names, else what stands in its user agent before the first slash
 * (managerOrUserAgent and prefixFromUserAgent in apiserver's pkg/endpoints/handlers/create.go), else `unknown`.
 */
export function managerOf(fieldManager: string, userAgent: string): string {
  if (fieldManager !== "") return fieldManager;
  const prefix = (userAgent.split("/", 1)[0] ?? "").replace(UNPRINTABLE, "");
  if (prefix.length * 3 <= LONGEST) return prefix || "unknown";
  let text = "";
  for (const character of prefix) {
    if (Buffer.byteLength(text) + Buffer.byteLength(character) > LONGEST) break;
    text += character;
  }
  return text;
}
