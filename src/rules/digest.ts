import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, randomBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 in plain JavaScript, so that the engine runs where Node's crypto is not. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

let salt: string | undefined;

/** A digest for showing secrets, other in each process, so that a short secret cannot be guessed from it. */
export function secretDigest(text: string): string {
  salt ??= randomSalt();
  return sha256Hex(salt + text);
}

function randomSalt(): string {
  try {
    return bytesToHex(randomBytes(16));
  } catch {
    return ""; // no source of randomness here: digests are then the same in every process
  }
}
